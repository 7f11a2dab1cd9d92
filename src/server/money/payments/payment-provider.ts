import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'

/** A provider whose variables are set. */
export interface PaymentConfig {
  readonly name: string
  readonly mode: Exclude<PaymentMode, 'test'>
  readonly webhookSecretVariable: string
  makeProvider(): PaymentProvider
}

/** Amounts are cents; times are milliseconds since 1970. A payment's id matches `intentIdPattern`. */
export interface PaymentProvider {
  readonly mode: PaymentMode
  readonly browser: BrowserConfig | null
  /** @throws ProviderUnreachable */
  create(payment: NewPayment): Promise<{ id: string; clientSecret: string }>
  /** @throws ProviderUnreachable; NoSuchPayment */
  find(intentId: string): Promise<Payment>
  /** Cancels a payment. No effect when paid or cancelled. @throws ProviderUnreachable */
  cancel(intentId: string): Promise<void>
  /**
   * Refunds the rest. Idempotent; {@link find} tells whether it has arrived.
   * @param lostCents cents withdrawn for disputes
   * @param idempotencyKey the same after a lost answer
   * @throws ProviderUnreachable; RefundRefused
   */
  refund(intentId: string, lostCents: number, idempotencyKey: string): Promise<void>
  /** @throws ProviderUnreachable; NoSuchPayment */
  findDispute(id: string): Promise<Dispute>
  /** Events of the last 30 days. @returns null when unsupported @throws ProviderUnreachable */
  listEvents(span: EventSpan): Promise<EventPage | null>
  /** @returns null when unsupported */
  listPayments(from: number, after: string | null): Promise<PaymentPage | null>
  /** @throws BadSignature */
  readEvent(body: string, headers: Headers, now: number): Promise<PaymentEvent>
}

export interface BrowserConfig {
  /** Key of `src/client/money/funding/payment-forms.ts`. */
  form: string
  publicKey: string
  sources: { scripts: readonly string[]; frames: readonly string[]; api: string; wallet: string }
}

export interface NewPayment {
  funding: FundingId
  backer: UserId
  entry: EntryId | null
  cents: number
  description: string
  email: string | null
}

export interface Payment {
  id: string
  /** `processing`: the bank hasn't decided. A refunded payment stays `succeeded`. */
  status: 'unpaid' | 'processing' | 'succeeded' | 'canceled'
  received: number
  /** ISO 4217, lower case. */
  currency: string
  /** Includes pending refunds. */
  refunded: number
  /** Newest first; may be incomplete. */
  refunds: readonly Refund[]
  /** May be incomplete. */
  disputes: readonly Dispute[]
  /** `ch_…`, or null if not charged. */
  charge: string | null
  /** Id that the payment's metadata holds, or null. */
  funding: string | null
  backer: string | null
  entry: string | null
  paidAt: number | null
}

export interface Refund {
  /** `re_…` */
  id: string
  cents: number
  /** `failed`: the bank returned the money. */
  status: 'pending' | 'succeeded' | 'failed'
  failure: string | null
}

export interface Dispute {
  /** `dp_…` */
  id: string
  cents: number
  reason: string | null
  status: 'open' | 'won' | 'lost'
  /** Deadline for an answer in milliseconds since 1970, or null if it can't be answered. */
  evidenceDueAt: number | null
}

/** A verified event. */
export interface PaymentEvent {
  id: string
  type: string
  intentId: string | null
  charge: string | null
  funding: string | null
  dispute: Dispute | null
}

export interface EventSpan {
  from: number
  until: number
  after: string | null
}

export interface EventPage {
  events: readonly PaymentEvent[]
  next: string | null
}

/** A page of payments, newest first. */
export interface PaymentPage {
  ids: readonly string[]
  next: string | null
}

/** No answer or a temporary error: the request may have succeeded. */
export class ProviderUnreachable extends Error {}
export class NoSuchPayment extends Error {}
/** The message is the provider's. */
export class RefundRefused extends Error {}
/** The signature is wrong or expired. */
export class BadSignature extends Error {}
