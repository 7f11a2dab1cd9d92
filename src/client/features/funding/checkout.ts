import type { createIntent, readIntent, recordFunding } from '#client/api/funding.ts'
import { messageOf, RequestError } from '#client/lib/request.ts'
import { makeStore } from '#client/lib/store.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import type { Funding } from '#contract/funding.ts'
import { fundingTexts as texts } from '#contract/funding-texts.ts'
import type { Pending, PendingStore } from './pending.ts'

/** From the form to the receipt; survives lost answers and reloads. No React. */

export interface Order {
  userId: string
  entryId: string
  /** Decimal dollars with two places. */
  amount: string
  message: string | null
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
export class Declined extends Error {}

export const testPaymentForm: PaymentForm = {
  prepare: async () => {},
  charge: async () => ({ result: 'paid' }),
}

export interface CheckoutHost {
  api: {
    createIntent: typeof createIntent
    recordFunding: typeof recordFunding
    readIntent: typeof readIntent
  }
  store: PendingStore
  /** Milliseconds since 1970. */
  now(): number
  after(ms: number, run: () => void): () => void
}

/** Milliseconds between polls; the last repeats. */
export const waits = [1000, 2000, 4000, 8000, 15_000, 30_000] as const

type Answer = { known: 'recorded'; funding: Funding } | { known: 'refused'; error: Error } | { known: 'no' }

/** The part before `_secret`. */
const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret', 1)[0] ?? ''

/** Decides the outcome, unlike network, server and session errors. */
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status < 500 && ![401, 403, 408, 429].includes(error.status)

const wordsOf = (error: Error): string =>
  error instanceof Declined ? error.message : messageOf(error, texts.failed)

export type Checkout = ReturnType<typeof makeCheckout>

export function makeCheckout(host: CheckoutHost) {
  const store = makeStore<CheckoutState>({ step: 'form', notice: null })
  let last: { order: string; clientSecret: string } | null = null
  let cancelWait: (() => void) | null = null
  let tries = 0

  /** A retry reuses the intent: a new one would reserve the amount twice. */
  async function intentFor(order: Order): Promise<string> {
    const key = JSON.stringify(order)
    if (last?.order === key) return last.clientSecret
    const { amount, entryId, message } = order
    const { clientSecret } = await host.api.createIntent({
      body: {
        amount: Number(amount),
        tournamentEntryId: entryId,
        ...(message !== null && { message }),
      },
    })
    last = { order: key, clientSecret }
    return clientSecret
  }

  async function confirm({ entryId, amount, intentId, message }: Pending): Promise<Answer> {
    const funding = await host.api.recordFunding({
      body: {
        tournamentEntryId: entryId,
        amount,
        stripePaymentIntentId: intentId,
        ...(message !== null && { message }),
      },
    })
    return { known: 'recorded', funding }
  }

  async function fetchState({ intentId }: Pending): Promise<Answer> {
    const { state: found, funding, message } = await host.api.readIntent(intentId)
    if (found === 'checking') return { known: 'no' }
    if (found === 'recorded' && funding !== null) return { known: 'recorded', funding }
    return { known: 'refused', error: new Declined(message) }
  }

  async function ask(pending: Pending): Promise<Answer> {
    try {
      return await (pending.paid ? confirm(pending) : fetchState(pending))
    } catch (error) {
      if (isFinal(error)) return { known: 'refused', error }
      handleUnauthorized(error)
      return { known: 'no' }
    }
  }

  /** @returns why it will never be recorded; null: it is, or is polled */
  async function record(pending: Pending): Promise<Error | null> {
    const answer = await ask(pending)
    if (answer.known === 'no') {
      store.set({ step: 'checking', pending })
      cancelWait = host.after(waits[Math.min(tries, waits.length - 1)] ?? 0, () => void check(pending))
      tries += 1
      return null
    }
    tries = 0
    // It may still be paid: retry the same intent, so that the backer never pays twice.
    if (!(answer.known === 'refused' && answer.error instanceof Declined)) last = null
    host.store.remove(pending.intentId)
    if (answer.known === 'refused') return answer.error
    store.set({ step: 'done', funding: answer.funding })
    return null
  }

  async function check(pending: Pending): Promise<void> {
    cancelWait?.()
    cancelWait = null
    const refusal = await record(pending)
    if (refusal !== null) store.set({ step: 'form', notice: wordsOf(refusal) })
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
      const begun = { ...order, intentId: intentIdOf(clientSecret), since: host.now() }
      host.store.add({ ...begun, paid: false })
      const charge = await paymentForm.charge(clientSecret)
      if (charge.result === 'declined') {
        host.store.remove(begun.intentId)
        throw new Declined(charge.message)
      }
      const pending: Pending = { ...begun, paid: charge.result === 'paid' }
      host.store.add(pending)
      const refusal = await record(pending)
      if (refusal !== null) throw refusal
    },

    /** Continues an earlier page's payment. @param entryId only of this entry */
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
      if (state.step === 'checking' && cancelWait !== null) void check(state.pending)
    },

    again(): void {
      store.set({ step: 'form', notice: null })
    },

    stop(): void {
      cancelWait?.()
      cancelWait = null
    },
  }
}
