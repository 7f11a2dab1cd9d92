import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import {
  answeredWithin,
  BadSignature,
  NoSuchPayment,
  type Payment,
  type PaymentEvent,
  type Payments,
  ProviderUnreachable,
  RefundRefused,
} from './payments.ts'

type Config = NonNullable<Deps['env']['stripe']>

/** Stripe signs with the time; what is older may be a replay. Seconds. */
const eventMaxAge = 300
/** Clocks differ a little. Stripe's library lets any future pass. */
const eventMaxAhead = 10

/** For one question with all its retries. */
const patienceMs = 20_000

/** Live payments. One client, with our own keys for everything that must happen once: the library's own end with the process. */
export function stripePayments(config: Config): Payments {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    timeout: 10_000,
    maxNetworkRetries: 2,
    ...(config.apiBase !== null && addressOf(config.apiBase)),
  })
  const isLiveKey = /_(live|test)_/.test(config.secretKey) ? config.secretKey.includes('_live_') : null

  /** Another server that speaks Stripe's language may know fewer words of it; Stripe itself is never asked for less. */
  const asking = <T>(full: () => Promise<T>, plain?: () => Promise<T>): Promise<T> =>
    translated(full).catch(error => {
      if (plain === undefined || config.apiBase === null || !(error instanceof Refused)) throw error
      return translated(plain)
    })

  return {
    mode: 'live',

    async create({ funding, backer, entry, cents, description, email }) {
      const required = {
        amount: cents,
        currency: 'usd',
        metadata: { funding, user: backer, ...(entry !== null && { entry }) },
      }
      const all = {
        ...required,
        // Delayed methods would stay undecided for days.
        allowed_payment_method_types: ['card' as const],
        description,
        ...(email !== null && { receipt_email: email }),
      }
      const intent = await asking(
        () => stripe.paymentIntents.create(all, { idempotencyKey: `intent-${funding}` }),
        () => stripe.paymentIntents.create(required, { idempotencyKey: `intent-${funding}-plain` }),
      ).catch((cause: unknown) => {
        if (cause instanceof Refused) throw new ProviderUnreachable(cause.message, { cause })
        throw cause
      })
      if (intent.client_secret === null) throw new ProviderUnreachable('It made a payment without a secret.')
      return { id: intent.id, clientSecret: intent.client_secret }
    },

    async find(intentId) {
      const intent = await asking(
        () => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
        () => stripe.paymentIntents.retrieve(intentId),
      )
      if (isLiveKey !== null && intent.livemode !== isLiveKey)
        throw new NoSuchPayment('It was made with a key of the other mode.')
      const latest = intent.latest_charge ?? listedCharge(intent)
      const charge = typeof latest === 'string' ? await asking(() => stripe.charges.retrieve(latest)) : latest
      return asPayment(intent, charge)
    },

    async cancel(intentId) {
      try {
        await asking(() => stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // It was paid or canceled meanwhile: whoever asks about it next sees that.
        if (!(error instanceof Refused)) throw error
      }
    },

    async refund(intentId, key) {
      const { received, refunded, charge } = await this.find(intentId)
      if (received > 0 && refunded >= received) return null
      // Stripe counts refunds on the charge; another server may only list them.
      if (config.apiBase !== null && charge !== null) {
        const { data } = await asking(() => stripe.refunds.list({ charge }))
        const known = data.find(({ status }) => status !== 'failed' && status !== 'canceled')
        if (known) return known.id
      }
      try {
        const refund = await asking(() =>
          stripe.refunds.create(charge === null ? { payment_intent: intentId } : { charge }, {
            idempotencyKey: key,
            // The job looks first what the last try has done, and the library would not.
            maxNetworkRetries: 0,
          }),
        )
        if (refund.status !== 'failed' && refund.status !== 'canceled') return refund.id
        throw new RefundRefused(`The refund failed: ${refund.failure_reason ?? 'no reason given'}.`)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.code === 'charge_already_refunded') return null
        throw new RefundRefused(error.message, { cause: error })
      }
    },

    readEvent: (body, signature, now) => readEvent(stripe, config.webhookSecret, body, signature, now),
  }
}

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
  ) {
    super(message)
  }
}

/** Its errors as ours: out of reach, unknown, or refused. A wrong key is the operator's to mend, and then it works. */
async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await answeredWithin(patienceMs, ask())
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode, code, message } = error
    if (statusCode === 404) throw new NoSuchPayment(message)
    if (statusCode === 400 || statusCode === 402) throw new Refused(message, code)
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

function asPayment(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): Payment {
  const { id, status, currency, metadata } = intent
  const isPaid = status === 'succeeded'
  return {
    id,
    status: statusOf(status),
    // Stripe-compatible servers may not say what was received.
    received: intent.amount_received ?? (isPaid ? intent.amount : 0),
    currency,
    refunded: charge?.amount_refunded ?? 0,
    charge: charge?.id ?? null,
    funding: metadata.funding ?? null,
    backer: metadata.user ?? null,
    entry: metadata.entry ?? null,
    paidAt: isPaid ? (charge?.created ?? intent.created) * 1000 : null,
  }
}

async function readEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
  now: number,
): Promise<PaymentEvent> {
  const seconds = Math.floor(now / 1000)
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  if (!(signedAt <= seconds + eventMaxAhead)) throw new BadSignature('signed in the future')
  const event = await stripe.webhooks
    .constructEventAsync(body, signature, secret, eventMaxAge, undefined, now)
    .catch((cause: unknown) => {
      throw new BadSignature('not signed by the provider', { cause })
    })
  const nothing = { intentId: null, funding: null, dispute: null, refundFailure: null }
  const known = { id: event.id, type: event.type, ...nothing }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.canceled': {
      const { id, metadata } = event.data.object
      return { ...known, intentId: id, funding: metadata?.funding ?? null }
    }
    case 'charge.refunded':
      return { ...known, intentId: idOf(event.data.object.payment_intent) }
    case 'refund.updated':
    case 'refund.failed': {
      const { payment_intent: intent, status, failure_reason: reason } = event.data.object
      const failed = status === 'failed' || status === 'canceled'
      return {
        ...known,
        intentId: idOf(intent),
        refundFailure: failed ? `The bank sent the refund back${reason ? `: ${reason}` : ''}.` : null,
      }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { id, amount, reason, status, payment_intent: intent } = event.data.object
      const dispute = { id, cents: amount, reason, status: disputeStatus(status) }
      return { ...known, intentId: idOf(intent), dispute }
    }
    default:
      return known
  }
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** A warning that is closed has cost nothing. */
function disputeStatus(status: Stripe.Dispute.Status): 'open' | 'won' | 'lost' {
  switch (status) {
    case 'lost':
      return 'lost'
    case 'won':
    case 'warning_closed':
      return 'won'
    default:
      return 'open'
  }
}
