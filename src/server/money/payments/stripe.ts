import type Stripe from 'stripe'
import {
  type Dispute,
  NoSuchPayment,
  type Payment,
  type PaymentConfig,
  type PaymentProvider,
  ProviderUnreachable,
  type Refund,
  RefundRefused,
} from './payment-provider.ts'
import { eventTypes, paymentEventOf, readEvent } from './stripe-events.ts'
import { disputeOf, idOf, listedCharge, paymentOf, refundOf, refundStatusOf } from './stripe-objects.ts'
import { withTimeout } from './with-timeout.ts'

export interface StripeConfig {
  mode: PaymentConfig['mode']
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: string | null
}

/** https://docs.stripe.com/security/guide#content-security-policy */
const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
const sources = {
  scripts,
  // 3-D Secure.
  frames: [...scripts, 'https://hooks.stripe.com'],
  api: 'https://api.stripe.com',
  wallet: 'https://js.stripe.com',
}

/** Includes retries. */
const timeoutMs = 20_000
/** Stripe's maximum. */
const pageSize = 100

/** `STRIPE_API_BASE` may name a compatible server with fewer features. */
export function stripeProvider(config: StripeConfig): PaymentProvider {
  const isCompatibleServer = config.apiBase !== null
  const isLive = config.mode === 'live'
  let client: Stripe | undefined

  /** Lazy: loading takes 100 ms. */
  async function connect(): Promise<Stripe> {
    const { default: Client } = await import('stripe')
    client ??= new Client(config.secretKey, {
      httpClient: Client.createFetchHttpClient(isCompatibleServer ? fetchAsJson : undefined),
      telemetry: false,
      timeout: 10_000,
      maxNetworkRetries: 2,
      ...(config.apiBase !== null && addressOf(config.apiBase)),
    })
    return client
  }

  /** @throws ProviderUnreachable; NoSuchPayment; RequestRefused */
  async function send<T>(request: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await connect()
    try {
      return await withTimeout(timeoutMs, request(stripe))
    } catch (error) {
      throw await translateError(error)
    }
  }

  /** Compatible servers may refuse some parameters. */
  const sendWithFallback = <T>(
    full: (stripe: Stripe) => Promise<T>,
    fallback: (stripe: Stripe) => Promise<T>,
  ) =>
    send(full).catch(error => {
      if (!isCompatibleServer || !(error instanceof RequestRefused)) throw error
      return send(fallback)
    })

  /** @returns null when unsupported */
  const list = <T>(request: (stripe: Stripe) => Promise<T>): Promise<T | null> =>
    send(request).catch(error => {
      if (error instanceof NoSuchPayment || (error instanceof RequestRefused && isCompatibleServer))
        return null
      throw error
    })

  /** A charge carries its last ten refunds. */
  async function refundsOf(charge: Stripe.Charge): Promise<Refund[]> {
    if (charge.refunds && !charge.refunds.has_more) return charge.refunds.data.map(refundOf)
    const page = await list(stripe => stripe.refunds.list({ charge: charge.id, limit: pageSize }))
    // Some compatible servers list other charges' refunds too.
    return (page?.data ?? []).filter(refund => idOf(refund.charge) === charge.id).map(refundOf)
  }

  async function disputesOf({ id, disputed }: Stripe.Charge): Promise<Dispute[]> {
    if (disputed !== true) return []
    const page = await list(stripe => stripe.disputes.list({ charge: id, limit: pageSize }))
    return (page?.data ?? []).map(disputeOf)
  }

  async function find(intentId: string): Promise<Payment> {
    const intent = await sendWithFallback(
      stripe =>
        stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge', 'latest_charge.refunds'] }),
      stripe => stripe.paymentIntents.retrieve(intentId),
    )
    if ((intent.livemode ?? isLive) !== isLive)
      throw new NoSuchPayment('It was made with a key of the other mode.')
    const latest = intent.latest_charge ?? listedCharge(intent)
    const charge = typeof latest === 'string' ? await send(stripe => stripe.charges.retrieve(latest)) : latest
    if (charge === null) return paymentOf(intent, null, [], [])
    return paymentOf(intent, charge, await refundsOf(charge), await disputesOf(charge))
  }

  return {
    mode: config.mode,
    browser: { form: 'stripe', publicKey: config.publishableKey, sources },
    find,

    async create({ funding, backer, entry, cents, description, email }) {
      const required = {
        amount: cents,
        currency: 'usd',
        metadata: { funding, user: backer, ...(entry !== null && { entry }) },
      }
      const parameters = {
        ...required,
        // Delayed payment methods take days.
        allowed_payment_method_types: ['card' as const],
        description,
      }
      const create = (params: Stripe.PaymentIntentCreateParams, idempotencyKey: string) =>
        send(stripe => stripe.paymentIntents.create(params, { idempotencyKey }))
      const intent = await create(
        email === null ? parameters : { ...parameters, receipt_email: email },
        `intent-${funding}`,
      )
        .catch(error => {
          // Stripe refuses some valid addresses.
          if (!(error instanceof RequestRefused) || error.param !== 'receipt_email') throw error
          return create(parameters, `intent-${funding}-unmailed`)
        })
        .catch(error => {
          if (!isCompatibleServer || !(error instanceof RequestRefused)) throw error
          return create(required, `intent-${funding}-plain`)
        })
        .catch((cause: unknown) => {
          if (cause instanceof RequestRefused) throw new ProviderUnreachable(cause.message, { cause })
          throw cause
        })
      if (intent.client_secret === null) throw new ProviderUnreachable('It made a payment without a secret.')
      return { id: intent.id, clientSecret: intent.client_secret }
    },

    async cancel(intentId) {
      try {
        await send(stripe => stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error
      }
    },

    async refund(intentId, lostCents, idempotencyKey) {
      const { received, refunded, charge } = await find(intentId)
      const rest = received - refunded - lostCents
      if (received > 0 && rest <= 0) return
      const of = charge === null ? { payment_intent: intentId } : { charge }
      const parameters = rest < received ? { ...of, amount: rest } : of
      try {
        // The job checks this attempt's effect before it retries.
        const options = { idempotencyKey, maxNetworkRetries: 0 }
        const { status, failure_reason: reason } = await send(stripe =>
          stripe.refunds.create(parameters, options),
        )
        if (refundStatusOf(status) === 'failed')
          throw new RefundRefused(`The refund failed: ${reason ?? 'no reason given'}.`)
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error
        if (error.code === 'charge_already_refunded') return
        throw new RefundRefused(error.message, { cause: error })
      }
    },

    findDispute: async id => disputeOf(await send(stripe => stripe.disputes.retrieve(id))),

    async listEvents({ from, until, after }) {
      const range = { gte: Math.floor(from / 1000), lte: Math.ceil(until / 1000) }
      const parameters = {
        types: [...eventTypes],
        created: range,
        limit: pageSize,
        ...(after !== null && { starting_after: after }),
      }
      const page = await list(stripe => stripe.events.list(parameters))
      return page && { events: page.data.map(paymentEventOf), next: nextPage(page) }
    },

    async listPayments(from, after) {
      const range = { gte: Math.floor(from / 1000) }
      const parameters = { created: range, limit: pageSize, ...(after !== null && { starting_after: after }) }
      const page = await list(stripe => stripe.paymentIntents.list(parameters))
      return page && { ids: page.data.map(({ id }) => id), next: nextPage(page) }
    },

    async readEvent(body, headers, now) {
      const signature = headers.get('stripe-signature') ?? ''
      return readEvent(await connect(), config.webhookSecret, body, signature, now)
    },
  }
}

/** Stripe's client treats a 404 without JSON as unreachable. */
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

/** Stripe's client fails silently with a URL as `host`. */
function addressOf(base: string) {
  const { hostname, port, protocol } = new URL(base)
  const kind = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, protocol: kind, ...(port !== '' && { port }) }
}

class RequestRefused extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly param: string | undefined,
  ) {
    super(message)
  }
}

/** A wrong key counts as unreachable, until it is corrected. */
async function translateError(error: unknown): Promise<unknown> {
  const { default: Client } = await import('stripe')
  if (!(error instanceof Client.errors.StripeError)) return error
  const { statusCode, code, param, message } = error
  if (statusCode === 404) return new NoSuchPayment(message)
  if (statusCode === 400 || statusCode === 402) return new RequestRefused(message, code, param)
  return new ProviderUnreachable(message, { cause: error })
}

const nextPage = (page: { data: readonly { id: string }[]; has_more: boolean }): string | null =>
  page.has_more ? (page.data.at(-1)?.id ?? null) : null
