import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import {
  answeredWithin,
  NoSuchPayment,
  type Payment,
  type Payments,
  ProviderUnreachable,
  RefundRefused,
} from './payments.ts'
import { disputeOf, idOf, readEvent } from './stripe-events.ts'

type Config = NonNullable<Deps['env']['stripe']>

/** For one question with all its retries. */
const patienceMs = 20_000

/** Card payments, of the sandbox or live. One client, with our own keys for everything that must happen once: the library's own end with the process. */
export function stripePayments(config: Config): Payments {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
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

  /** Stripe counts on the charge what went back; another server may only list it. */
  async function listedRefunds(charge: string): Promise<number> {
    if (config.apiBase === null) return 0
    const { data } = await asking(() => stripe.refunds.list({ charge, limit: 100 })).catch(error => {
      // Not every such server lists them.
      if (error instanceof NoSuchPayment || error instanceof Refused) return { data: [] }
      throw error
    })
    const standing = data.filter(
      // Some answer with refunds of other charges too.
      ({ status, charge: of }) => status !== 'failed' && status !== 'canceled' && idOf(of) === charge,
    )
    return standing.reduce((sum, { amount }) => sum + amount, 0)
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
        () => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
        () => stripe.paymentIntents.retrieve(intentId),
      )
      if ((intent.livemode ?? isLive) !== isLive)
        throw new NoSuchPayment('It was made with a key of the other mode.')
      const latest = intent.latest_charge ?? listedCharge(intent)
      const charge = typeof latest === 'string' ? await asking(() => stripe.charges.retrieve(latest)) : latest
      return asPayment(intent, charge, charge === null ? 0 : await listedRefunds(charge.id))
    },

    async cancel(intentId) {
      try {
        await asking(() => stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // It was paid or canceled meanwhile: whoever asks about it next sees that.
        if (!(error instanceof Refused)) throw error
      }
    },

    async refund(intentId, most, key) {
      const { received, refunded, charge } = await this.find(intentId)
      if (received > 0 && refunded >= received) return null
      const of = charge === null ? { payment_intent: intentId } : { charge }
      // Only what is left follows.
      const rest = Math.min(received - refunded, most)
      const what = rest < received ? { ...of, amount: rest } : of
      try {
        const refund = await asking(() =>
          stripe.refunds.create(what, {
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

    async findDispute(id) {
      return disputeOf(await translated(() => stripe.disputes.retrieve(id)))
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
    readonly param: string | undefined,
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

/** @param listed cents of refunds that the charge may not count */
function asPayment(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null, listed: number): Payment {
  const { id, status, currency } = intent
  // Stripe says all of what follows, other servers that speak its language perhaps not.
  const metadata: Partial<Stripe.Metadata> = intent.metadata ?? {}
  const isPaid = status === 'succeeded'
  const at = charge?.created ?? intent.created
  return {
    id,
    status: statusOf(status),
    received: intent.amount_received ?? (isPaid ? intent.amount : 0),
    currency,
    refunded: Math.max(charge?.amount_refunded ?? 0, listed),
    charge: charge?.id ?? null,
    funding: metadata.funding ?? null,
    backer: metadata.user ?? null,
    entry: metadata.entry ?? null,
    paidAt: isPaid && at !== undefined ? at * 1000 : null,
  }
}
