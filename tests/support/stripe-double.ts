import { createHmac, randomBytes } from 'node:crypto'

/** Stripe on loopback, per its API reference: idempotency keys, signed events, faults. Refuses unknown parameters. */

type Json = Record<string, unknown>

interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  refunded: boolean
  created: number
  currency: string
  disputed: boolean
  payment_intent: string
  metadata: Record<string, string>
}

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  client_secret: string
  created: number
  livemode: boolean
  metadata: Record<string, string>
  description: string | null
  receipt_email: string | null
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  last_payment_error: Json | null
  next_action: Json | null
  charge: Charge | null
}

type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

interface Refund {
  id: string
  intent: string
  charge: string
  amount: number
  status: RefundStatus
  failure_reason?: string
}

/** `503`: no effect. `lost`: takes effect without a response. `no route`: a 404 that is not JSON. */
type FaultKind = '503' | 'lost' | 'no route'

interface Fault {
  route: string
  kind: FaultKind
  times: number
}

interface Answer {
  status: number
  body: Json
}

type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'won'
  | 'lost'
  | 'prevented'

export interface SignedEvent {
  id: string
  type: string
  body: string
  signature: string
}

const webhookSecret = 'whsec_double'
const seconds = () => Math.floor(Date.now() / 1000)
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

const refusal = (status: number, code: string, message: string, param?: string): Answer => ({
  status,
  body: { error: { type: status === 402 ? 'card_error' : 'invalid_request_error', code, message, param } },
})

/** Stripe's API reference, 2026-10-28. */
const parameterNames: Record<string, readonly string[]> = {
  create: ['amount', 'currency', 'metadata', 'allowed_payment_method_types', 'description', 'receipt_email'],
  update: ['metadata', 'description', 'receipt_email'],
  retrieve: ['expand'],
  confirm: ['payment_method', 'return_url', 'client_secret', 'key', 'use_stripe_sdk', 'payment_method_data'],
  cancel: ['cancellation_reason'],
  refund: ['payment_intent', 'charge', 'metadata', 'amount'],
  refunds: ['payment_intent', 'charge', 'limit'],
  disputes: ['charge', 'limit'],
  events: ['types', 'created', 'limit', 'starting_after'],
  intents: ['created', 'limit', 'starting_after'],
}

/**
 * Stripe-compatible servers such as localstripe: charges within the payment, no refunded amount, no idempotency
 * keys.
 */
const plain: typeof parameterNames = {
  ...parameterNames,
  create: ['amount', 'currency', 'metadata'],
  retrieve: [],
  refund: ['charge', 'metadata', 'amount'],
  refunds: ['charge', 'limit'],
  events: ['type', 'created', 'limit', 'starting_after'],
}

export class StripeDouble {
  readonly intents = new Map<string, Intent>()
  /** Refunds by id. */
  readonly refunds = new Map<string, Refund>()
  /** Method and path, oldest first. */
  readonly requests: string[] = []
  /** Runs before the request takes effect. */
  onRequest: ((route: string) => void) | undefined
  /** Oldest first; tests remove some, as Stripe does after 30 days. */
  readonly history: (SignedEvent & { created: number })[] = []
  /** First status of new refunds. */
  refundsBegin: 'succeeded' | 'pending' | 'requires_action' = 'succeeded'
  /** Seconds since 1970. */
  now: () => number = seconds
  readonly #events: SignedEvent[] = []
  /** Charge to payment. */
  readonly #disputes = new Map<string, Json>()
  readonly #byCharge = new Map<string, string>()
  readonly #answered = new Map<string, Answer>()
  #faults: Fault[] = []
  #refusedRefunds = new Map<string, number>()
  readonly #server: Bun.Server<undefined>

  /** @param words `plain`: as Stripe-compatible servers */
  constructor(
    private readonly words: 'all' | 'plain' = 'all',
    private readonly mode: 'sandbox' | 'live' = 'sandbox',
  ) {
    this.#server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => this.#serve(request) })
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.#key('sk'),
      STRIPE_PUBLISHABLE_KEY: this.#key('pk'),
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: this.origin,
    }
  }

  #key(kind: 'sk' | 'pk'): string {
    return `${kind}_${this.mode === 'live' ? 'live' : 'test'}_double`
  }

  stop(): Promise<void> {
    return this.#server.stop(true)
  }

  /** @param route prefix such as `POST /v1/refunds` */
  fail(route: string, kind: FaultKind, times = 1): void {
    this.#faults.push({ route, kind, times })
  }

  mend(): void {
    this.#faults = []
    this.#refusedRefunds.clear()
  }

  refuseRefunds(intentId: string, times = 1): void {
    this.#refusedRefunds.set(intentId, times)
  }

  intent(id: string): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw new Error(`no payment ${id}`)
    return intent
  }

  /** Pays as Stripe.js does. @param card `3ds` needs {@link authenticate} */
  pay(id: string, card: 'good' | 'declined' | '3ds' = 'good'): Intent {
    const intent = this.intent(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new Error(`${id} is ${intent.status}`)
    if (card === 'declined') {
      intent.last_payment_error = { code: 'card_declined', message: 'Your card was declined.' }
      this.#tell('payment_intent.payment_failed', intent)
    } else if (card === '3ds') {
      intent.status = 'requires_action'
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url: `${this.origin}/bank/${id}` } }
    } else this.#charge(intent)
    return intent
  }

  addPaid(id: string, amount: number, metadata: Record<string, string>): void {
    const intent = { ...emptyIntent(id, amount, this.mode === 'live', this.now()), metadata }
    this.intents.set(id, intent)
    this.#charge(intent)
  }

  authenticate(id: string, isGood = true): void {
    const intent = this.intent(id)
    intent.next_action = null
    if (isGood) this.#charge(intent)
    else {
      intent.status = 'requires_payment_method'
      this.#tell('payment_intent.payment_failed', intent)
    }
  }

  /** Refunds a payment as a person does in Stripe's dashboard. */
  refundByHand(id: string, amount = this.intent(id).amount): void {
    this.#refund(this.intent(id), amount)
  }

  /** The bank returns a refund. */
  bounceRefund(intentId: string, status: 'failed' | 'canceled' = 'failed'): void {
    for (const refund of this.refunds.values())
      if (refund.intent === intentId && refund.status !== 'failed' && refund.status !== 'canceled')
        this.#setRefund(refund, status)
  }

  /** Completes pending refunds. */
  settleRefunds(): void {
    for (const refund of this.refunds.values())
      if (refund.status === 'pending' || refund.status === 'requires_action')
        this.#setRefund(refund, 'succeeded')
  }

  #setRefund(refund: Refund, status: RefundStatus): void {
    const { charge } = this.intent(refund.intent)
    if (!charge) throw new Error('nothing was charged')
    const isOver = status === 'failed' || status === 'canceled'
    refund.status = status
    if (isOver) {
      refund.failure_reason = 'expired_or_canceled_card'
      if (this.words === 'all') charge.amount_refunded -= refund.amount
      charge.refunded = false
    }
    this.#tell(isOver ? 'refund.failed' : 'refund.updated', this.#shownRefund(refund))
  }

  /**
   * Opens or decides. @param withdrawn cents, negative when the bank took them
   * @returns the dispute's id
   */
  dispute(
    intentId: string,
    status: DisputeStatus,
    id = newId('dp'),
    amount = this.intent(intentId).amount,
    withdrawn = 0,
  ): string {
    const { charge } = this.intent(intentId)
    if (charge) charge.disputed = true
    const type = this.#disputes.has(id) ? 'charge.dispute.closed' : 'charge.dispute.created'
    const object = { object: 'dispute', id, amount, status, reason: 'fraudulent' }
    const balance_transactions = withdrawn === 0 ? [] : [{ amount: withdrawn }]
    const evidence_details = { due_by: this.now() + 7 * 86_400 }
    const dispute = {
      ...object,
      evidence_details,
      balance_transactions,
      payment_intent: intentId,
      charge: charge?.id ?? null,
    }
    this.#disputes.set(id, dispute)
    this.#tell(type, dispute)
    return id
  }

  /** Removes undelivered events, oldest first. */
  takeEvents(): SignedEvent[] {
    return this.#events.splice(0)
  }

  /** @param at seconds since 1970 */
  sign(body: string, at = seconds(), secret = webhookSecret): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }

  makeEvent(type: string, object: object, id = newId('evt')): SignedEvent {
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(),
      livemode: this.mode === 'live',
      type,
      data: { object },
    })
    return { id, type, body, signature: this.sign(body) }
  }

  #tell(type: string, object: object): void {
    const event = this.makeEvent(type, object)
    this.#events.push(event)
    this.history.push({ ...event, created: this.now() })
  }

  #charge(intent: Intent): void {
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    intent.charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      created: this.now(),
      currency: intent.currency,
      disputed: false,
      payment_intent: intent.id,
      metadata: intent.metadata,
    }
    this.#byCharge.set(intent.charge.id, intent.id)
    this.#tell('payment_intent.succeeded', intent)
  }

  #refund(intent: Intent, amount: number): Answer {
    const { charge } = intent
    if (!charge) return refusal(400, 'charge_not_refundable', 'Nothing was charged.')
    if (charge.amount_refunded + amount > charge.amount)
      return refusal(400, 'charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    if (this.words === 'all') charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    const refund: Refund = {
      id: newId('re'),
      intent: intent.id,
      charge: charge.id,
      amount,
      status: this.refundsBegin,
    }
    this.refunds.set(refund.id, refund)
    this.#tell('charge.refunded', charge)
    return { status: 200, body: this.#shownRefund(refund) }
  }

  #shownRefund({ intent, ...refund }: Refund): Json {
    return { ...refund, object: 'refund', payment_intent: intent }
  }

  /** Newest first, as Stripe lists them. */
  #refundsOfCharge(charge: string): Refund[] {
    return [...this.refunds.values()].filter(refund => refund.charge === charge).toReversed()
  }

  async #serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (request.method === 'OPTIONS') return new Response(null, { headers: cors })
    const route = `${request.method} ${pathname}`
    this.requests.push(route)
    this.onRequest?.(route)
    const fault = this.#faults.find(each => each.times > 0 && route.startsWith(each.route))
    if (fault) fault.times -= 1
    if (fault?.kind === '503') return json({ status: 503, body: { error: { message: 'Try again.' } } })
    if (fault?.kind === 'no route') return new Response('404: Not Found', { status: 404 })
    const parameters = await readParameters(request)
    const answer = this.#once(request.headers.get('idempotency-key'), () =>
      this.#answer(route, parameters, request.headers.get('authorization')),
    )
    return json(
      fault?.kind === 'lost' ? { status: 502, body: { error: { message: 'Bad gateway.' } } } : answer,
    )
  }

  #once(key: string | null, make: () => Answer): Answer {
    const before = key === null || this.words === 'plain' ? undefined : this.#answered.get(key)
    if (before) return before
    const answer = make()
    if (key !== null) this.#answered.set(key, answer)
    return answer
  }

  #answer(route: string, parameters: Json, authorization: string | null): Answer {
    const [, id = '', verb] = /^\w+ \/v1\/payment_intents\/(pi_\w+)(?:\/(\w+))?$/.exec(route) ?? []
    // Browsers authenticate with the client secret.
    if (verb !== 'confirm' && authorization !== `Bearer ${this.#key('sk')}`)
      return refusal(401, 'api_key_invalid', `Invalid API Key provided: ${authorization?.slice(7)}`)
    const call = callOf(route, verb)
    if (call === null) return refusal(404, 'resource_missing', `Unrecognized request URL (${route}).`)
    const words = (this.words === 'plain' ? plain : parameterNames)[call] ?? []
    const strange = Object.keys(parameters).find(name => !words.includes(name.replace(/\[.*$/, '')))
    if (strange !== undefined)
      return refusal(400, 'parameter_unknown', `Received unknown parameter: ${strange}`)
    if (call === 'create') return this.#create(parameters)
    if (call === 'refund') return this.#refundOf(parameters)
    if (call === 'dispute') return this.#disputeOf(route)
    if (call === 'charge') return this.#chargeOf(route)
    if (call === 'refunds') return this.#refundsOf(parameters)
    if (call === 'disputes') return this.#disputesOf(parameters)
    if (call === 'events') return this.#listEvents(parameters)
    if (call === 'intents') return this.#listIntents(parameters)
    const intent = this.intents.get(id)
    if (!intent) return refusal(404, 'resource_missing', `No such payment_intent: '${id}'`)
    switch (call) {
      case 'confirm':
        return this.#confirm(intent, parameters)
      case 'cancel':
        if (intent.status === 'succeeded')
          return refusal(400, 'payment_intent_unexpected_state', 'It has succeeded already.')
        intent.status = 'canceled'
        this.#tell('payment_intent.canceled', intent)
        return { status: 200, body: this.#shown(intent, parameters) }
      default:
        return { status: 200, body: this.#shown(intent, parameters) }
    }
  }

  #shown({ charge, amount_received, ...intent }: Intent, parameters: Json): Json {
    if (this.words === 'plain')
      return { ...intent, charges: { object: 'list', data: charge ? [charge] : [] } }
    const expansions = Object.values(parameters)
    const latest_charge = expansions.includes('latest_charge') ? charge : (charge?.id ?? null)
    if (charge === null || !expansions.includes('latest_charge.refunds'))
      return { ...intent, amount_received, latest_charge }
    const all = this.#refundsOfCharge(charge.id).map(refund => this.#shownRefund(refund))
    const refunds = { object: 'list', data: all.slice(0, 10), has_more: all.length > 10 }
    return { ...intent, amount_received, latest_charge: { ...charge, refunds } }
  }

  #create(parameters: Json): Answer {
    const amount = Number(parameters.amount)
    if (!Number.isInteger(amount) || amount < 50 || amount > 99_999_999)
      return refusal(400, 'amount_too_small', 'Amount must be at least $0.50 usd.')
    const address = textOf(parameters.receipt_email)
    if (address !== null && !/@[^@]+\.\w+$/.test(address))
      return refusal(400, 'email_invalid', `Invalid email address: ${address}`, 'receipt_email')
    const id = newId('pi')
    const metadata: Record<string, string> = {}
    for (const [name, value] of Object.entries(parameters)) {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      if (key !== undefined) metadata[key] = String(value)
    }
    const intent: Intent = {
      ...emptyIntent(id, amount, this.mode === 'live', this.now()),
      currency: String(parameters.currency),
      metadata,
      description: textOf(parameters.description),
      receipt_email: address,
    }
    this.intents.set(id, intent)
    return { status: 200, body: this.#shown(intent, {}) }
  }

  #refundsOf(parameters: Json): Answer {
    const data = (
      this.words === 'plain'
        ? [...this.refunds.values()].toReversed()
        : this.#refundsOfCharge(String(parameters.charge))
    ).map(refund => this.#shownRefund(refund))
    return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/refunds' } }
  }

  #disputesOf({ charge }: Json): Answer {
    const data = [...this.#disputes.values()].filter(dispute => dispute.charge === charge)
    return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/disputes' } }
  }

  #listEvents(parameters: Json): Answer {
    const [from, until] = [Number(parameters['created[gte]']), Number(parameters['created[lte]'])]
    const types = Object.entries(parameters).flatMap(([name, type]) =>
      name.startsWith('types[') ? [type] : [],
    )
    const all = this.history.filter(
      ({ created, type }) => created >= from && created <= until && types.includes(type),
    )
    return listPage('/v1/events', all.map(({ body }) => JSON.parse(body)).toReversed(), parameters)
  }

  #listIntents(parameters: Json): Answer {
    const all = [...this.intents.values()].filter(
      ({ created }) => created >= Number(parameters['created[gte]']),
    )
    return listPage(
      '/v1/payment_intents',
      all.map(intent => this.#shown(intent, {})).toReversed(),
      parameters,
    )
  }

  #disputeOf(route: string): Answer {
    const dispute = this.#disputes.get(route.slice(route.lastIndexOf('/') + 1))
    if (!dispute) return refusal(404, 'resource_missing', 'No such dispute.')
    return { status: 200, body: dispute }
  }

  #chargeOf(route: string): Answer {
    const id = this.#byCharge.get(route.slice(route.lastIndexOf('/') + 1))
    const charge = id === undefined ? null : this.intent(id).charge
    if (!charge) return refusal(404, 'resource_missing', 'No such charge.')
    return { status: 200, body: { ...charge } }
  }

  /** `pm_card_visa`, `pm_card_declined` or `pm_card_3ds`. */
  #confirm(intent: Intent, parameters: Json): Answer {
    if (parameters.client_secret !== undefined && parameters.client_secret !== intent.client_secret)
      return refusal(401, 'payment_intent_authentication_failure', 'The client secret does not fit.')
    const card = String(parameters.payment_method ?? '').replace(/^pm_card_/, '')
    const how = card === 'declined' || card === '3ds' ? card : 'good'
    this.pay(intent.id, how)
    if (how === 'declined') return refusal(402, 'card_declined', 'Your card was declined.')
    return { status: 200, body: this.#shown(intent, {}) }
  }

  #refundOf(parameters: Json): Answer {
    const intentId = this.#byCharge.get(String(parameters.charge)) ?? String(parameters.payment_intent)
    const intent = this.intents.get(intentId)
    if (!intent) return refusal(404, 'resource_missing', 'No such payment.')
    const refusals = this.#refusedRefunds.get(intent.id) ?? 0
    if (refusals > 0) {
      this.#refusedRefunds.set(intent.id, refusals - 1)
      return refusal(400, 'balance_insufficient', 'Insufficient funds in your Stripe balance.')
    }
    const rest = intent.amount - (intent.charge?.amount_refunded ?? 0)
    return this.#refund(intent, Number(parameters.amount ?? rest))
  }
}

const emptyIntent = (id: string, amount: number, livemode: boolean, created: number): Intent => ({
  id,
  object: 'payment_intent',
  amount,
  amount_received: 0,
  currency: 'usd',
  client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
  created,
  livemode,
  metadata: {},
  description: null,
  receipt_email: null,
  status: 'requires_payment_method',
  last_payment_error: null,
  next_action: null,
  charge: null,
})

function listPage(url: string, all: Json[], { limit = 10, starting_after: after }: Json): Answer {
  const from = all.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0) return refusal(400, 'resource_missing', `No such object: ${after}`)
  const data = all.slice(from, from + Number(limit))
  return { status: 200, body: { object: 'list', data, has_more: all.length > from + data.length, url } }
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

const json = ({ status, body }: Answer) => Response.json(body, { status, headers: cors })

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function callOf(route: string, verb: string | undefined): string | null {
  if (route === 'POST /v1/payment_intents') return 'create'
  if (route === 'POST /v1/refunds') return 'refund'
  if (route.startsWith('GET /v1/charges/')) return 'charge'
  if (route.startsWith('GET /v1/disputes/')) return 'dispute'
  if (route === 'GET /v1/refunds') return 'refunds'
  if (route === 'GET /v1/disputes') return 'disputes'
  if (route === 'GET /v1/events') return 'events'
  if (route === 'GET /v1/payment_intents') return 'intents'
  if (!route.includes(' /v1/payment_intents/pi_')) return null
  if (verb === 'confirm' || verb === 'cancel') return verb
  return route.startsWith('GET') ? 'retrieve' : 'update'
}

async function readParameters(request: Request): Promise<Json> {
  const text = request.method === 'GET' ? new URL(request.url).search : await request.text()
  return Object.fromEntries(new URLSearchParams(text))
}
