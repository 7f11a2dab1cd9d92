import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import {
  type Dispute,
  NoSuchPayment,
  type Payment,
  type PaymentProvider,
  ProviderUnreachable,
  type Refund,
  RefundRefused,
  withTimeout,
} from './payment-provider.ts'
import { disputeOf, eventTypes, idOf, paymentEventOf, readEvent } from './stripe-events.ts'

type Config = NonNullable<Deps['env']['stripe']>

/** For one question with all its retries. */
const patienceMs = 20_000
/** The most that Stripe lists at once. */
const pageSize = 100

/** Card payments, of the sandbox or live. One client, with our own keys for everything that must happen once: the library's own end with the process. */
export function stripeProvider(config: Config): PaymentProvider {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(config.apiBase === null ? undefined : fetchAsJson),
    telemetry: false,
    timeout: 10_000,
    maxNetworkRetries: 2,
    ...(config.apiBase !== null && addressOf(config.apiBase)),
  })
  const isLive = config.mode === 'live'

  /** Another server that speaks Stripe's language may know fewer words of it; Stripe itself is never asked for less. */
  const asking = <T>(full: () => Promise<T>, plain?: () => Promise<T>): Promise<T> =>
    translated(full).catch(error => {
      if (plain === undefined || config.apiBase === null || !(error instanceof Refused)) throw error
      return translated(plain)
    })

  /** What another server does not list, or not by these parameters, is null; Stripe lists everything. */
  const listed = <T>(ask: () => Promise<T>): Promise<T | null> =>
    translated(ask).catch(error => {
      if (error instanceof NoSuchPayment || (error instanceof Refused && config.apiBase !== null)) return null
      throw error
    })

  /** The newest first. Stripe's charges carry the last ten; another server may not say how many cents they are. */
  async function refundsOf(charge: Stripe.Charge): Promise<Refund[]> {
    const { refunds: inside } = charge
    if (inside && !inside.has_more) return inside.data.map(refundOf)
    const list = await listed(() => stripe.refunds.list({ charge: charge.id, limit: pageSize }))
    // Some servers answer with refunds of other charges too.
    return (list?.data ?? []).filter(({ charge: of }) => idOf(of) === charge.id).map(refundOf)
  }

  async function disputesOf({ id, disputed }: Stripe.Charge): Promise<Dispute[]> {
    if (disputed !== true) return []
    const list = await listed(() => stripe.disputes.list({ charge: id, limit: pageSize }))
    return (list?.data ?? []).map(disputeOf)
  }

  return {
    mode: config.mode,

    async create({ funding, backer, entry, cents, description, email }) {
      const required = {
        amount: cents,
        currency: 'usd',
        metadata: { funding, user: backer, ...(entry !== null && { entry }) },
      }
      const described = {
        ...required,
        // Delayed methods would stay undecided for days.
        allowed_payment_method_types: ['card' as const],
        description,
      }
      const all = email === null ? described : { ...described, receipt_email: email }
      const create = (what: Stripe.PaymentIntentCreateParams, key: string) =>
        stripe.paymentIntents.create(what, { idempotencyKey: key })
      const intent = await asking(
        () =>
          translated(() => create(all, `intent-${funding}`)).catch(error => {
            // An address that it takes for none shall not keep anybody from paying: our own receipt goes there too.
            if (!(error instanceof Refused) || error.param !== 'receipt_email') throw error
            return create(described, `intent-${funding}-unmailed`)
          }),
        () => create(required, `intent-${funding}-plain`),
      ).catch((cause: unknown) => {
        if (cause instanceof Refused) throw new ProviderUnreachable(cause.message, { cause })
        throw cause
      })
      if (intent.client_secret === null) throw new ProviderUnreachable('It made a payment without a secret.')
      return { id: intent.id, clientSecret: intent.client_secret }
    },

    async find(intentId) {
      const intent = await asking(
        () =>
          stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge', 'latest_charge.refunds'] }),
        () => stripe.paymentIntents.retrieve(intentId),
      )
      if ((intent.livemode ?? isLive) !== isLive)
        throw new NoSuchPayment('It was made with a key of the other mode.')
      const latest = intent.latest_charge ?? listedCharge(intent)
      const charge = typeof latest === 'string' ? await asking(() => stripe.charges.retrieve(latest)) : latest
      if (charge === null) return asPayment(intent, null, [], [])
      return asPayment(intent, charge, await refundsOf(charge), await disputesOf(charge))
    },

    async cancel(intentId) {
      try {
        await asking(() => stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // It was paid or canceled meanwhile: whoever asks about it next sees that.
        if (!(error instanceof Refused)) throw error
      }
    },

    async refund(intentId, taken, key) {
      const { received, refunded, charge } = await this.find(intentId)
      // Only what is left follows.
      const rest = received - refunded - taken
      if (received > 0 && rest <= 0) return
      const of = charge === null ? { payment_intent: intentId } : { charge }
      const what = rest < received ? { ...of, amount: rest } : of
      try {
        const { status, failure_reason: reason } = await asking(() =>
          stripe.refunds.create(what, {
            idempotencyKey: key,
            // The job looks first what the last try has done, and the library would not.
            maxNetworkRetries: 0,
          }),
        )
        if (refundStatus(status) === 'failed')
          throw new RefundRefused(`The refund failed: ${reason ?? 'no reason given'}.`)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.code === 'charge_already_refunded') return
        throw new RefundRefused(error.message, { cause: error })
      }
    },

    async findDispute(id) {
      return disputeOf(await translated(() => stripe.disputes.retrieve(id)))
    },

    async listEvents({ from, until, after }) {
      const created = { gte: Math.floor(from / 1000), lte: Math.ceil(until / 1000) }
      const page = {
        types: [...eventTypes],
        created,
        limit: pageSize,
        ...(after !== null && { starting_after: after }),
      }
      const list = await listed(() => stripe.events.list(page))
      return list && { events: list.data.map(paymentEventOf), next: nextPage(list) }
    },

    async listPayments(from, after) {
      const created = { gte: Math.floor(from / 1000) }
      const page = { created, limit: pageSize, ...(after !== null && { starting_after: after }) }
      const list = await listed(() => stripe.paymentIntents.list(page))
      return list && { ids: list.data.map(({ id }) => id), next: nextPage(list) }
    },

    readEvent: (body, signature, now) => readEvent(stripe, config.webhookSecret, body, signature, now),
  }
}

/** Stripe's client takes a 404 that is not JSON, of a server that lacks a route, for a server that does not answer. */
const fetchAsJson = Object.assign(
  async (...request: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...request)
    const isJson = response.headers.get('content-type')?.includes('json')
    if (response.status !== 404 || isJson) return response
    await response.body?.cancel()
    return Response.json({ error: { message: 'There is no such route.' } }, { status: 404 })
  },
  { preconnect: fetch.preconnect },
)

/** Stripe's client takes a host, and no URL: one given as `host` is silently wrong. */
function addressOf(base: string) {
  const { hostname, port, protocol } = new URL(base)
  const kind = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, protocol: kind, ...(port !== '' && { port }) }
}

/** It understood the request, and says no. */
class Refused extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly param: string | undefined,
  ) {
    super(message)
  }
}

/** Its errors as ours: out of reach, unknown, or refused. A wrong key is the operator's to mend, and then it works. */
async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(patienceMs, ask())
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode, code, param, message } = error
    if (statusCode === 404) throw new NoSuchPayment(message)
    if (statusCode === 400 || statusCode === 402) throw new Refused(message, code, param)
    throw new ProviderUnreachable(message, { cause: error })
  }
}

/** Servers of before 2022 list the charges of a payment in itself. */
function listedCharge(intent: object): string | null {
  const charges: unknown = 'charges' in intent ? intent.charges : null
  if (typeof charges !== 'object' || charges === null || !('data' in charges)) return null
  const last: unknown = Array.isArray(charges.data) ? charges.data.at(-1) : null
  return typeof last === 'object' && last !== null && 'id' in last && typeof last.id === 'string'
    ? last.id
    : null
}

function statusOf(status: string): Payment['status'] {
  return status === 'succeeded' || status === 'processing' || status === 'canceled' ? status : 'unpaid'
}

const nextPage = (list: { data: readonly { id: string }[]; has_more: boolean }): string | null =>
  list.has_more ? (list.data.at(-1)?.id ?? null) : null

/** `requires_action` and what else may come: it has not arrived. */
function refundStatus(status: string | null): Refund['status'] {
  if (status === 'failed' || status === 'canceled') return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}

const refundOf = ({ id, amount, status, failure_reason: reason }: Stripe.Refund): Refund => ({
  id,
  cents: amount,
  status: refundStatus(status),
  failure: reason ?? null,
})

function asPayment(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): Payment {
  const { id, status, currency } = intent
  // Stripe says all of what follows, other servers that speak its language perhaps not.
  const metadata: Partial<Stripe.Metadata> = intent.metadata ?? {}
  const isPaid = status === 'succeeded'
  const at = charge?.created ?? intent.created
  const standing = refunds.filter(refund => refund.status !== 'failed')
  return {
    id,
    status: statusOf(status),
    received: intent.amount_received ?? (isPaid ? intent.amount : 0),
    currency,
    // Another server may list what it does not count.
    refunded: Math.max(
      charge?.amount_refunded ?? 0,
      standing.reduce((sum, { cents }) => sum + cents, 0),
    ),
    refunds,
    disputes,
    charge: charge?.id ?? null,
    funding: metadata.funding ?? null,
    backer: metadata.user ?? null,
    entry: metadata.entry ?? null,
    paidAt: isPaid && at !== undefined ? at * 1000 : null,
  }
}
