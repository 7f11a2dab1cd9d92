import type Stripe from 'stripe'
import { isIntentId } from '#contract/ids.ts'
import { BadSignature, type PaymentEvent } from './payment-provider.ts'
import { disputeOf, idOf } from './stripe-objects.ts'

/** Seconds. */
const signatureMaxAge = 300
/** Seconds, for clock skew. Stripe's library accepts any future time. */
const signatureMaxAhead = 10

/** @param now milliseconds since 1970 @throws BadSignature also for a signed body that is no event */
export async function readEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
  now: number,
): Promise<PaymentEvent> {
  const seconds = Math.floor(now / 1000)
  // Stripe's library checks the last of several times, and accepts text after its digits.
  const time = signature.split(',').findLast(part => part.startsWith('t='))
  const signedAt = Number(/^t=(\d{1,12})$/.exec(time ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(signedAt)) throw new BadSignature('signed without a valid time')
  if (signedAt > seconds + signatureMaxAhead) throw new BadSignature('signed in the future')
  const event = await stripe.webhooks
    .constructEventAsync(body, signature, secret, signatureMaxAge, undefined, now)
    .catch((cause: unknown) => {
      throw new BadSignature('not signed by the provider', { cause })
    })
  if (!isEvent(event)) throw new BadSignature('signed, but no message')
  return paymentEventOf(event)
}

export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** Null for an id that is not safe in the provider's URLs. */
function intentIdOf(intent: Parameters<typeof idOf>[0]): string | null {
  const id = idOf(intent)
  return isIntentId(id) ? id : null
}

/** Reads ids only: the object may have an older API version. */
export function paymentEventOf(event: Stripe.Event): PaymentEvent {
  const base = { id: event.id, type: event.type, intentId: null, charge: null, funding: null, dispute: null }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      return { ...base, intentId: intentIdOf(intent), funding: intent.metadata?.funding ?? null }
    }
    case 'charge.refunded': {
      const { id: charge, payment_intent: intent } = event.data.object
      return { ...base, intentId: intentIdOf(intent), charge }
    }
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { payment_intent: intent, charge } = event.data.object
      return { ...base, intentId: intentIdOf(intent), charge: idOf(charge) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const dispute = event.data.object
      const [intentId, charge] = [intentIdOf(dispute.payment_intent), idOf(dispute.charge)]
      return { ...base, intentId, charge, dispute: disputeOf(dispute) }
    }
    default:
      return base
  }
}

interface EventShape {
  id?: unknown
  type?: unknown
  data?: { object?: unknown } | null
}

function isEvent(event: EventShape | null): boolean {
  const { id, type, data } = event ?? {}
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof data?.object === 'object' &&
    data.object !== null
  )
}
