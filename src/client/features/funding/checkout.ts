import { messageOf, RequestError } from '#client/lib/request.ts'
import { makeStore } from '#client/lib/store.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import type { CreatedIntent, Funding, IntentState } from '#contract/funding.ts'
import { fundingTexts as texts } from '#contract/funding-texts.ts'
import { intentPath } from './funding.queries.ts'
import type { Pending, PendingStore } from './pending.ts'

/** From "Fund" to the receipt, without React: what may be lost on the way, and how it is found again. */

export interface Order {
  userId: string
  entryId: string
  /** Decimal dollars with two places. */
  amount: string
  message: string | null
}

export type CheckoutState =
  /** `notice`: what became of an earlier try. */
  | { step: 'form'; notice: string | null }
  /** Perhaps paid, perhaps recorded: it is asked again and again. */
  | { step: 'checking'; pending: Pending }
  | { step: 'done'; funding: Funding }

/** `unknown`: nobody said whether it was paid. */
export type Charge = { result: 'paid' | 'unknown' } | { result: 'declined'; message: string }

/** The way to the person's money. */
export interface Cashier {
  /** Before anything is begun: whether the card's fields are filled in. Rejects with {@link Unready}. */
  prepare(): Promise<void>
  /** Never resolves when the browser is led to the bank. */
  charge(clientSecret: string): Promise<Charge>
}

/** The card's own fields say what is missing. */
export class Unready extends Error {}
/** Said by the bank, for the person who pays. */
export class Declined extends Error {}

/** Test payments: no card, no charge. */
export const testCashier: Cashier = {
  prepare: async () => {},
  charge: async () => ({ result: 'paid' }),
}

export interface CheckoutHost {
  request<T>(method: string, path: string, body?: unknown): Promise<T>
  store: PendingStore
  /** Milliseconds since 1970. */
  now(): number
  /** @returns what cancels it */
  after(ms: number, run: () => void): () => void
}

/** Until the next question, in milliseconds; the last goes on for ever. */
export const waits = [1000, 2000, 4000, 8000, 15_000, 30_000] as const

type Answer = { known: 'recorded'; funding: Funding } | { known: 'refused'; error: Error } | { known: 'no' }

/** What stands before `_secret`. */
const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret', 1)[0] ?? ''

/** Whether an answer says what became of the payment: a failing network, gateway or server does not, nor a lost session. */
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status < 500 && ![401, 403, 408, 429].includes(error.status)

/** Why a payment is no funding, in the server's words. */
const wordsOf = (error: Error): string =>
  error instanceof Declined ? error.message : messageOf(error, texts.failed)

export type Checkout = ReturnType<typeof makeCheckout>

export function makeCheckout(host: CheckoutHost) {
  const store = makeStore<CheckoutState>({ step: 'form', notice: null })
  let last: { order: string; clientSecret: string } | null = null
  let cancelWait: (() => void) | null = null
  let tries = 0

  /** A card that was refused is tried again with the same intent: another would hold its dollars twice. */
  async function intentFor(order: Order): Promise<string> {
    const key = JSON.stringify(order)
    if (last?.order === key) return last.clientSecret
    const { amount, entryId, message } = order
    const { clientSecret } = await host.request<CreatedIntent>('POST', '/api/create-payment-intent', {
      amount: Number(amount),
      tournamentEntryId: entryId,
      ...(message !== null && { message }),
    })
    last = { order: key, clientSecret }
    return clientSecret
  }

  /** For a payment of which the provider has said that it is made. */
  async function claim({ entryId, amount, intentId, message }: Pending): Promise<Answer> {
    const funding = await host.request<Funding>('POST', '/api/funding', {
      tournamentEntryId: entryId,
      amount,
      stripePaymentIntentId: intentId,
      ...(message !== null && { message }),
    })
    return { known: 'recorded', funding }
  }

  /** For one of which nobody knows: our server asks the provider, and records it if it is made. */
  async function lookUp({ intentId }: Pending): Promise<Answer> {
    const { state: found, funding, message } = await host.request<IntentState>('GET', intentPath(intentId))
    if (found === 'checking') return { known: 'no' }
    if (found === 'recorded' && funding !== null) return { known: 'recorded', funding }
    return { known: 'refused', error: new Declined(message) }
  }

  async function ask(pending: Pending): Promise<Answer> {
    try {
      return await (pending.paid ? claim(pending) : lookUp(pending))
    } catch (error) {
      if (isFinal(error)) return { known: 'refused', error }
      handleUnauthorized(error)
      return { known: 'no' }
    }
  }

  /** @returns why it is not recorded and never will be; null: it is, or it is asked again later */
  async function record(pending: Pending): Promise<Error | null> {
    const answer = await ask(pending)
    if (answer.known === 'no') {
      store.set({ step: 'checking', pending })
      cancelWait = host.after(waits[Math.min(tries, waits.length - 1)] ?? 0, () => void check(pending))
      tries += 1
      return null
    }
    tries = 0
    // One that may still be paid is tried again with the same intent: its late success is then found, not doubled.
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
     * Pays and records. Resolves when it is recorded, or when that will be found out by itself.
     * @throws Unready, Declined; RequestError when the server refused; TypeError when the network failed before paying
     */
    async pay(order: Order, cashier: Cashier): Promise<void> {
      await cashier.prepare()
      const clientSecret = await intentFor(order)
      const begun = { ...order, intentId: intentIdOf(clientSecret), since: host.now() }
      // Before the money moves: the bank may lead the browser away.
      host.store.add({ ...begun, paid: false })
      const charge = await cashier.charge(clientSecret)
      if (charge.result === 'declined') {
        host.store.remove(begun.intentId)
        throw new Declined(charge.message)
      }
      const pending: Pending = { ...begun, paid: charge.result === 'paid' }
      host.store.add(pending)
      const refusal = await record(pending)
      if (refusal !== null) throw refusal
    },

    /** Takes up what an earlier page has left: of this entry, or of any. @returns whether there was something */
    resume(userId: string, entryId?: string): boolean {
      const [pending] = host.store
        .list(userId)
        .filter(one => entryId === undefined || one.entryId === entryId)
      if (pending === undefined || store.get().step !== 'form') return false
      store.set({ step: 'checking', pending })
      void check(pending)
      return true
    },

    /** Asks at once: the network is back, or somebody cannot wait. */
    checkNow(): void {
      const state = store.get()
      if (state.step === 'checking' && cancelWait !== null) void check(state.pending)
    },

    /** Funds once more. */
    again(): void {
      store.set({ step: 'form', notice: null })
    },

    stop(): void {
      cancelWait?.()
      cancelWait = null
    },
  }
}
