import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Deps } from '#server/deps.ts'
import { testModeProvider } from './test-mode.ts'

/** What somebody is about to pay. */
export interface NewPayment {
  funding: FundingId
  backer: UserId
  entry: EntryId | null
  cents: number
  /** Boat and tournament, for the receipt. */
  description: string
  /** Null: it is not known. */
  email: string | null
}

/** What the provider says of a payment. */
export interface Payment {
  id: string
  /** `unpaid`: nothing was charged, the card may have been declined. `processing`: it is not decided yet. */
  status: 'unpaid' | 'processing' | 'succeeded' | 'canceled'
  /** Cents that were received. */
  received: number
  /** ISO 4217, lower case. */
  currency: string
  /** Cents that went back, or are on their way. */
  refunded: number
  /** As far as the provider lists them, the newest first. */
  refunds: readonly Refund[]
  /** As far as the provider lists them. */
  disputes: readonly Dispute[]
  /** `ch_…`; null: nothing was charged. */
  charge: string | null
  /** What we wrote on it when we made it. */
  funding: string | null
  backer: string | null
  entry: string | null
  /** Milliseconds since 1970; null: not paid. */
  paidAt: number | null
}

/** Money on its way back to a backer's card. */
export interface Refund {
  /** `re_…` */
  id: string
  cents: number
  /** `pending` until the bank has it; `failed`: the money is with the provider again. */
  status: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in the provider's words. */
  failure: string | null
}

/** A backer's bank asks for the money back, or has decided. */
export interface Dispute {
  /** `dp_…` */
  id: string
  cents: number
  reason: string | null
  status: 'open' | 'won' | 'lost'
}

/** A message of the provider, its signature checked. */
export interface PaymentEvent {
  id: string
  type: string
  /** The payment it is about; null: none of ours can be told. */
  intentId: string | null
  /** The charge it is about; null: it names none. */
  charge: string | null
  /** As we wrote it on the payment. */
  funding: string | null
  dispute: Dispute | null
}

/** What happened at the provider in a span of time; times are milliseconds since 1970. */
export interface EventSpan {
  from: number
  until: number
  /** The last event of the page before. */
  after: string | null
}

export interface EventPage {
  events: readonly PaymentEvent[]
  /** Where the next page begins; null: this is the last one. */
  next: string | null
}

/** A page of payments, the newest first. */
export interface PaymentPage {
  ids: readonly string[]
  /** Where the next page begins; null: this is the last one. */
  next: string | null
}

/** The payment provider, as far as fundings need one. */
export interface PaymentProvider {
  readonly mode: PaymentMode
  /** @throws ProviderUnreachable */
  create(wanted: NewPayment): Promise<{ id: string; clientSecret: string }>
  /** @throws ProviderUnreachable; NoSuchPayment */
  find(intentId: string): Promise<Payment>
  /** Nobody can pay it any more. One that is paid stays so. @throws ProviderUnreachable */
  cancel(intentId: string): Promise<void>
  /**
   * Gives back what is left of a payment, once, however often it is asked for. Whether it has arrived is to be asked
   * with {@link find}.
   * @param taken cents that banks have taken of it: they cannot go back besides
   * @param key the same for the same try: an answer that was lost is given again
   * @throws ProviderUnreachable; RefundRefused
   */
  refund(intentId: string, taken: number, key: string): Promise<void>
  /** As it is now: the message that said so may have been lost. @throws ProviderUnreachable; NoSuchPayment */
  findDispute(id: string): Promise<Dispute>
  /**
   * A page of the events that can matter to fundings, of the last 30 days at most.
   * @returns null: this server does not list events
   * @throws ProviderUnreachable
   */
  listEvents(span: EventSpan): Promise<EventPage | null>
  /**
   * A page of the payments that were made since `from` (milliseconds since 1970).
   * @returns null: this server does not list payments
   * @throws ProviderUnreachable
   */
  listPayments(from: number, after: string | null): Promise<PaymentPage | null>
  /** @throws BadSignature */
  readEvent(body: string, signature: string, now: number): Promise<PaymentEvent>
}

/** It does not answer, or answers that it cannot now. Nobody knows whether it did what it was asked. */
export class ProviderUnreachable extends Error {}
/** It knows of no such payment. */
export class NoSuchPayment extends Error {}
/** It says that the money cannot go back; the message is the provider's. */
export class RefundRefused extends Error {}
/** A message that is not the provider's, or too old. */
export class BadSignature extends Error {}

/**
 * What is asked, or nothing: our own visitors' connections are cut after 30 seconds without a byte, and who hears nothing
 * pays twice. @throws ProviderUnreachable
 */
export async function withTimeout<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ProviderUnreachable('It does not answer in time.')), milliseconds)
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

const made = new WeakMap<PaymentDeps, PaymentProvider>()

/** What fundings need of {@link Deps} to follow the provider; an operator's command has no more. */
export type PaymentDeps = Pick<Deps, 'env' | 'db' | 'now' | 'log'>

/** For tests: another provider for this program. */
export function setPayments(deps: PaymentDeps, payments: PaymentProvider): void {
  made.set(deps, payments)
}

/** Stripe where a key is set, else test payments; never one in place of the other. */
export function paymentsOf(deps: PaymentDeps): PaymentProvider {
  const known = made.get(deps)
  if (known) return known
  const payments = deps.env.stripe ? lazily(deps.env.stripe) : testModeProvider
  made.set(deps, payments)
  return payments
}

/** Stripe's library is loaded by the first payment: a start has no time for it. */
function lazily(config: NonNullable<Deps['env']['stripe']>): PaymentProvider {
  let loading: Promise<PaymentProvider> | undefined
  const live = () => {
    loading ??= import('./stripe.ts').then(({ stripeProvider }) => stripeProvider(config))
    return loading
  }
  return {
    mode: config.mode,
    create: async wanted => (await live()).create(wanted),
    find: async intentId => (await live()).find(intentId),
    cancel: async intentId => (await live()).cancel(intentId),
    refund: async (intentId, taken, key) => (await live()).refund(intentId, taken, key),
    findDispute: async id => (await live()).findDispute(id),
    listEvents: async span => (await live()).listEvents(span),
    listPayments: async (from, after) => (await live()).listPayments(from, after),
    readEvent: async (body, signature, now) => (await live()).readEvent(body, signature, now),
  }
}
