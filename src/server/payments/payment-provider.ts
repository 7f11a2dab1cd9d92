import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'

/** The port: what fundings need of a payment provider. Amounts are cents; times are milliseconds since 1970. */
export interface PaymentProvider {
  readonly mode: PaymentMode
  /** Null for test payments: a browser needs nothing to pay. */
  readonly browser: BrowserConfig | null
  /** @throws ProviderUnreachable */
  create(payment: NewPayment): Promise<{ id: string; clientSecret: string }>
  /** @throws ProviderUnreachable; NoSuchPayment */
  find(intentId: string): Promise<Payment>
  /** Has no effect on a payment that is already paid or cancelled. @throws ProviderUnreachable */
  cancel(intentId: string): Promise<void>
  /**
   * Refunds what is left of a payment. Idempotent. {@link find} tells whether the refund has arrived.
   * @param lost cents that banks have withdrawn for disputes
   * @param idempotencyKey the same for a retry after a lost answer
   * @throws ProviderUnreachable; RefundRefused
   */
  refund(intentId: string, lost: number, idempotencyKey: string): Promise<void>
  /** @throws ProviderUnreachable; NoSuchPayment */
  findDispute(id: string): Promise<Dispute>
  /**
   * A page of the events that concern fundings, from the last 30 days.
   * @returns null when the provider has no list of events
   * @throws ProviderUnreachable
   */
  listEvents(span: EventSpan): Promise<EventPage | null>
  /**
   * A page of the payments created since `from`.
   * @returns null when the provider has no list of payments
   * @throws ProviderUnreachable
   */
  listPayments(from: number, after: string | null): Promise<PaymentPage | null>
  /** Verifies and parses a webhook. @throws BadSignature */
  readEvent(body: string, headers: Headers, now: number): Promise<PaymentEvent>
}

export interface BrowserConfig {
  /** A key of `src/client/features/funding/payment-forms.ts`. */
  form: string
  publicKey: string
  /** Origins that pages with the payment form may use. */
  sources: { scripts: readonly string[]; frames: readonly string[]; api: string; wallet: string }
}

export interface NewPayment {
  funding: FundingId
  backer: UserId
  entry: EntryId | null
  cents: number
  /** Boat and tournament, for the provider's receipt. */
  description: string
  email: string | null
}

export interface Payment {
  id: string
  /** `unpaid`: nothing was charged. `processing`: the bank has not decided. A refunded payment stays `succeeded`. */
  status: 'unpaid' | 'processing' | 'succeeded' | 'canceled'
  /** Cents received. */
  received: number
  /** ISO 4217, lower case. */
  currency: string
  /** Cents refunded, pending refunds included. */
  refunded: number
  /** The newest first; incomplete if the provider doesn't list them. */
  refunds: readonly Refund[]
  /** Incomplete if the provider doesn't list them. */
  disputes: readonly Dispute[]
  /** `ch_…`; null: nothing was charged. */
  charge: string | null
  /** Our ids, from the payment's metadata. */
  funding: string | null
  backer: string | null
  entry: string | null
  /** Null: not paid. */
  paidAt: number | null
}

export interface Refund {
  /** `re_…` */
  id: string
  cents: number
  /** `failed`: the bank sent the money back to the provider. */
  status: 'pending' | 'succeeded' | 'failed'
  /** The provider's reason. */
  failure: string | null
}

export interface Dispute {
  /** `dp_…` */
  id: string
  cents: number
  reason: string | null
  status: 'open' | 'won' | 'lost'
}

/** A verified event. Ids are null where the event doesn't name them. */
export interface PaymentEvent {
  id: string
  type: string
  intentId: string | null
  charge: string | null
  /** From the payment's metadata. */
  funding: string | null
  dispute: Dispute | null
}

export interface EventSpan {
  from: number
  until: number
  /** The last event of the page before. */
  after: string | null
}

export interface EventPage {
  events: readonly PaymentEvent[]
  /** The next page's `after`; null: this is the last page. */
  next: string | null
}

/** The newest first. */
export interface PaymentPage {
  ids: readonly string[]
  next: string | null
}

/** No answer, or a temporary error. The request may have had its effect. */
export class ProviderUnreachable extends Error {}
export class NoSuchPayment extends Error {}
/** The message is the provider's. */
export class RefundRefused extends Error {}
/** The webhook is not signed by the provider, or its signature is too old. */
export class BadSignature extends Error {}
