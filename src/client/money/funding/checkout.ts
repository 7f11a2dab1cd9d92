import type { Clock } from '#client/lib/clock.ts'
import { messageOf, RequestError } from '#client/lib/request.ts'
import { makeStore } from '#client/lib/store.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import type { createIntent, readIntent, recordFunding } from '#client/money/api/funding.ts'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import type { Pending, PendingStore } from './pending.ts'
import { goneBackText } from './refund-words.tsx'

export interface Order extends Pick<Pending, 'userId' | 'entryId' | 'amount' | 'message'> {
  /** As the backer sees them. */
  terms: Pick<Entry, 'fundingGoal' | 'payoutPercentage' | 'ifGoalMissed' | 'sharedPots'>
}

export type CheckoutState =
  | { step: 'form'; notice: string | null }
  | { step: 'checking'; pending: Pending }
  | { step: 'done'; funding: Funding }

export type ChargeResult = { result: 'paid' | 'unknown' } | { result: 'declined'; message: string }

/** The provider's form. */
export interface PaymentForm {
  /** @throws IncompleteForm */
  prepare(): Promise<void>
  /** Never resolves on a redirect to the bank. */
  charge(clientSecret: string): Promise<ChargeResult>
}

export interface PaymentFieldsProps {
  cents: number
  entryId: string
  onPaymentForm(form: PaymentForm | null): void
  onFailure(): void
}

export class IncompleteForm extends Error {}

export class Declined extends Error {
  /** @param canRetry whether the same payment may still be paid */
  constructor(
    message: string,
    readonly canRetry = true,
  ) {
    super(message)
  }
}

export const testPaymentForm: PaymentForm = {
  prepare: async () => {},
  charge: async () => ({ result: 'paid' }),
}

export interface CheckoutHost extends Clock {
  api: {
    createIntent: typeof createIntent
    recordFunding: typeof recordFunding
    readIntent: typeof readIntent
  }
  store: PendingStore
}

/** Milliseconds between polls; the last repeats. */
export const pollDelays = [1000, 2000, 4000, 8000, 15_000, 30_000] as const

type Outcome =
  | { kind: 'recorded'; funding: Funding }
  | { kind: 'refused'; error: Error }
  | { kind: 'undecided' }

const outcomeOf = (funding: Funding): Outcome =>
  funding.refund
    ? { kind: 'refused', error: new Declined(goneBackText(funding.refund), false) }
    : { kind: 'recorded', funding }

/** The part before `_secret`. */
const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret', 1)[0] ?? ''

/** The server refused the payment; after network, server and session errors it may still be recorded. */
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  error.status < 500 &&
  (error.code === 'forbidden' || ![401, 403, 408, 429].includes(error.status))

const noticeOf = (error: Error): string =>
  error instanceof Declined ? error.message : messageOf(error, texts.failed)

export type Checkout = ReturnType<typeof makeCheckout>

/**
 * A payment from the form to the receipt: creates the intent, has the provider's form charge it, and asks the server
 * until the funding is recorded. `pending.ts` stores it meanwhile, so that it survives lost answers and reloads.
 */
export function makeCheckout(host: CheckoutHost) {
  const store = makeStore<CheckoutState>({ step: 'form', notice: null })
  let lastIntent: { order: string; clientSecret: string } | null = null
  let cancelPoll: (() => void) | null = null
  let polls = 0

  /** A retry reuses the intent: a new one would reserve the amount twice. */
  async function intentFor(order: Order): Promise<string> {
    const key = JSON.stringify(order)
    if (lastIntent?.order === key) return lastIntent.clientSecret
    const { amount, entryId, message, terms } = order
    const { clientSecret } = await host.api.createIntent({
      body: {
        amount: Number(amount),
        tournamentEntryId: entryId,
        ...(message !== null && { message }),
        terms,
      },
    })
    lastIntent = { order: key, clientSecret }
    return clientSecret
  }

  async function confirm({ entryId, amount, intentId, message }: Pending): Promise<Outcome> {
    const funding = await host.api.recordFunding({
      body: {
        tournamentEntryId: entryId,
        amount,
        stripePaymentIntentId: intentId,
        ...(message !== null && { message }),
      },
    })
    return outcomeOf(funding)
  }

  async function fetchState({ intentId }: Pending): Promise<Outcome> {
    const { state, funding, message } = await host.api.readIntent(intentId)
    if (state === 'checking') return { kind: 'undecided' }
    if (state === 'recorded' && funding !== null) return outcomeOf(funding)
    return { kind: 'refused', error: new Declined(message, state === 'unpaid') }
  }

  async function ask(pending: Pending): Promise<Outcome> {
    try {
      return await (pending.paid ? confirm(pending) : fetchState(pending))
    } catch (error) {
      if (isFinal(error)) return { kind: 'refused', error }
      handleUnauthorized(error)
      return { kind: 'undecided' }
    }
  }

  /** @returns why it will never be recorded, or null if it is recorded or will be asked for again */
  async function record(pending: Pending): Promise<Error | null> {
    const outcome = await ask(pending)
    if (outcome.kind === 'undecided') {
      store.set({ step: 'checking', pending })
      const delay = pollDelays[Math.min(polls, pollDelays.length - 1)] ?? 0
      cancelPoll = host.after(delay, () => void check(pending))
      polls += 1
      return null
    }
    polls = 0
    // A retry uses the same intent where it may still be paid, so that the backer never pays twice.
    const canRetry = outcome.kind === 'refused' && outcome.error instanceof Declined && outcome.error.canRetry
    if (!canRetry) lastIntent = null
    host.store.remove(pending.intentId)
    if (outcome.kind === 'refused') return outcome.error
    store.set({ step: 'done', funding: outcome.funding })
    return null
  }

  async function check(pending: Pending): Promise<void> {
    cancelPoll?.()
    cancelPoll = null
    const refusal = await record(pending)
    if (refusal !== null) store.set({ step: 'form', notice: noticeOf(refusal) })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /**
     * Resolves when recorded, or while polling.
     * @throws IncompleteForm, Declined, RequestError; TypeError when the network failed before paying
     */
    async pay(order: Order, paymentForm: PaymentForm): Promise<void> {
      await paymentForm.prepare()
      const clientSecret = await intentFor(order)
      const { terms: _, ...payer } = order
      const payment = { ...payer, intentId: intentIdOf(clientSecret), since: host.now() }
      host.store.add({ ...payment, paid: false })
      const charge = await paymentForm.charge(clientSecret)
      if (charge.result === 'declined') {
        host.store.remove(payment.intentId)
        throw new Declined(charge.message)
      }
      const pending: Pending = { ...payment, paid: charge.result === 'paid' }
      host.store.add(pending)
      const refusal = await record(pending)
      if (refusal !== null) throw refusal
    },

    /** Continues an earlier page's payment, if any. @param entryId only of this entry */
    resume(userId: string, entryId?: string): boolean {
      const [pending] = host.store
        .list(userId)
        .filter(one => entryId === undefined || one.entryId === entryId)
      if (pending === undefined || store.get().step !== 'form') return false
      store.set({ step: 'checking', pending })
      void check(pending)
      return true
    },

    checkNow(): void {
      const state = store.get()
      if (state.step === 'checking' && cancelPoll !== null) void check(state.pending)
    },

    startOver(): void {
      store.set({ step: 'form', notice: null })
    },

    stop(): void {
      cancelPoll?.()
      cancelPoll = null
    },
  }
}
