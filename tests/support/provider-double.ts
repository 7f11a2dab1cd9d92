import {
  type Dispute,
  type NewPayment,
  NoSuchPayment,
  type Payment,
  type PaymentEvent,
  type PaymentProvider,
  ProviderUnreachable,
  type Refund,
  RefundRefused,
} from '#server/money/payments/payment-provider.ts'

export interface DoubleIntent extends Omit<Payment, 'refunds' | 'disputes' | 'refunded'> {
  cents: number
  refunds: Refund[]
  disputes: Dispute[]
  createdAt: number
}

interface Happened {
  at: number
  event: PaymentEvent
}

/**
 * An in-process payment provider. Each call takes `turns` turns of the event loop, so that the seed decides how
 * calls overlap.
 */
export class ProviderDouble implements PaymentProvider {
  readonly intents = new Map<string, DoubleIntent>()
  readonly history: Happened[] = []
  /** Undelivered webhooks. */
  readonly messages: PaymentEvent[] = []
  /** `lost`: takes effect without a response. */
  readonly nextRefunds: ('pending' | 'lost' | 'refused' | 'unreachable')[] = []
  /** False: no event list, as in Stripe-compatible servers. */
  listsEvents = true
  readonly browser = null
  now = 0
  turns: () => number = () => 0
  readonly #keys = new Map<string, Refund>()
  #count = 0

  constructor(readonly mode: 'sandbox' | 'live') {}

  #id(prefix: string): string {
    return `${prefix}_${this.mode}${++this.#count}`
  }

  async pass(): Promise<void> {
    for (let turns = this.turns(); turns > 0; turns--) await Promise.resolve()
  }

  #emit(intent: DoubleIntent, type: string, dispute: Dispute | null = null): void {
    const { id: intentId, charge, funding } = intent
    const event = { id: this.#id('evt'), type, intentId, charge, funding, dispute }
    this.history.push({ at: this.now, event })
    this.messages.push(event)
  }

  intent(id: string): DoubleIntent {
    const intent = this.intents.get(id)
    if (!intent) throw new NoSuchPayment(id)
    return intent
  }

  /** Cents, pending refunds included. */
  static held({ received, refunds, disputes }: DoubleIntent): number {
    const refundedCents = refunds.reduce(
      (sum, { status, cents }) => sum + (status === 'succeeded' ? cents : 0),
      0,
    )
    const lostCents = disputes.reduce((sum, { status, cents }) => sum + (status === 'lost' ? cents : 0), 0)
    return Math.max(0, received - refundedCents - lostCents)
  }

  static #standing({ refunds }: DoubleIntent): number {
    return refunds.reduce((sum, { status, cents }) => sum + (status === 'failed' ? 0 : cents), 0)
  }

  pay(id: string): void {
    const intent = this.intent(id)
    if (intent.status !== 'unpaid') return
    Object.assign(intent, {
      status: 'succeeded',
      received: intent.cents,
      charge: `ch_${id}`,
      paidAt: this.now,
    })
    this.#emit(intent, 'payment_intent.succeeded')
  }

  decline(id: string): void {
    if (this.intent(id).status === 'unpaid') this.#emit(this.intent(id), 'payment_intent.payment_failed')
  }

  /** Refunds a payment as a person does in the provider's dashboard. @param most cents */
  refundByHand(id: string, most: number, status: Refund['status']): void {
    const intent = this.intent(id)
    const cents = Math.min(most, intent.received - ProviderDouble.#standing(intent))
    if (cents > 0 && intent.disputes.length === 0) this.#refund(intent, cents, status)
  }

  #refund(intent: DoubleIntent, cents: number, status: Refund['status']): Refund {
    const refund = { id: this.#id('re'), cents, status, failure: null }
    intent.refunds.unshift(refund)
    this.#emit(intent, 'charge.refunded')
    return refund
  }

  /** Decides the newest pending refund; a full one may fail after it completed. */
  decideRefund(id: string, arrives: boolean): void {
    const intent = this.intent(id)
    const refund = intent.refunds.find(
      ({ status, cents }) =>
        status === 'pending' || (!arrives && status === 'succeeded' && cents === intent.received),
    )
    if (!refund) return
    Object.assign(refund, arrives ? { status: 'succeeded' } : { status: 'failed', failure: 'account_closed' })
    this.#emit(intent, arrives ? 'refund.updated' : 'refund.failed')
  }

  finishRefunds(): void {
    for (const { id, refunds } of this.intents.values())
      while (refunds.some(({ status }) => status === 'pending')) this.decideRefund(id, true)
  }

  dispute(id: string): void {
    const intent = this.intent(id)
    if (intent.received === 0 || intent.disputes.length > 0 || ProviderDouble.#standing(intent) > 0) return
    const dispute: Dispute = {
      id: this.#id('dp'),
      cents: intent.received,
      reason: 'fraudulent',
      status: 'open',
      evidenceDueAt: null,
    }
    intent.disputes.push(dispute)
    this.#emit(intent, 'charge.dispute.created', { ...dispute })
  }

  /** Decides a dispute. An appeal can turn a lost one. */
  decideDispute(id: string, status: 'won' | 'lost'): void {
    const intent = this.intent(id)
    const [dispute] = intent.disputes
    if (!dispute || dispute.status === 'won' || dispute.status === status) return
    dispute.status = status
    this.#emit(intent, 'charge.dispute.closed', { ...dispute })
  }

  async create({ funding, backer, entry, cents }: NewPayment) {
    await this.pass()
    const id = this.#id('pi')
    const nothing = { received: 0, currency: 'usd', refunds: [], disputes: [], charge: null, paidAt: null }
    this.intents.set(id, {
      id,
      status: 'unpaid',
      cents,
      funding,
      backer,
      entry,
      createdAt: this.now,
      ...nothing,
    })
    return { id, clientSecret: `${id}_secret_x` }
  }

  async find(id: string): Promise<Payment> {
    await this.pass()
    const intent = this.intent(id)
    const payment: Payment = {
      ...intent,
      refunded: ProviderDouble.#standing(intent),
      refunds: intent.refunds.map(refund => ({ ...refund })),
      disputes: intent.disputes.map(dispute => ({ ...dispute })),
    }
    await this.pass()
    return payment
  }

  async cancel(id: string): Promise<void> {
    await this.pass()
    const intent = this.intent(id)
    if (intent.status !== 'unpaid') return
    intent.status = 'canceled'
    this.#emit(intent, 'payment_intent.canceled')
  }

  async refund(id: string, lostCents: number, key: string): Promise<void> {
    await this.pass()
    const intent = this.intent(id)
    const cents = intent.received - ProviderDouble.#standing(intent) - lostCents
    if (cents <= 0) return
    const next = this.nextRefunds.shift()
    if (next === 'unreachable') throw new ProviderUnreachable('It is down.')
    const before = this.#keys.get(key)
    if (before) return
    const isTaken = intent.disputes.some(({ status }) => status !== 'won')
    if (next === 'refused' || isTaken) throw new RefundRefused('Insufficient funds.')
    this.#keys.set(key, this.#refund(intent, cents, next === 'pending' ? 'pending' : 'succeeded'))
    if (next === 'lost') throw new ProviderUnreachable('The answer is lost.')
    await this.pass()
  }

  async findDispute(id: string): Promise<Dispute> {
    await this.pass()
    for (const { disputes } of this.intents.values())
      for (const dispute of disputes) if (dispute.id === id) return { ...dispute }
    throw new NoSuchPayment(id)
  }

  async listEvents({ from, until }: { from: number; until: number }) {
    await this.pass()
    if (!this.listsEvents) return null
    const events = this.history.filter(({ at }) => at >= from && at <= until).map(({ event }) => event)
    return { events: events.toReversed(), next: null }
  }

  async listPayments(from: number) {
    await this.pass()
    const ids = [...this.intents.values()].filter(({ createdAt }) => createdAt >= from).map(({ id }) => id)
    return { ids: ids.toReversed(), next: null }
  }

  readEvent(): Promise<PaymentEvent> {
    return Promise.reject(new Error('Its messages are not signed.'))
  }
}
