import type Stripe from 'stripe'
import { BadSignature, type Dispute, type PaymentEvent } from './payments.ts'

/** Stripe signs with the time; what is older may be a replay. Seconds. */
const eventMaxAge = 300
/** Clocks differ a little. Stripe's library lets any future pass. */
const eventMaxAhead = 10

/**
 * A message, if Stripe signed it now: the word of anybody else, or of yesterday, is none.
 * @param now milliseconds since 1970
 * @throws BadSignature also for what is no message though it is signed
 */
export async function readEvent(
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
  if (!isEvent(event)) throw new BadSignature('signed, but no message')
  const nothing = { intentId: null, charge: null, funding: null, dispute: null, refundFailure: null }
  const known = { id: event.id, type: event.type, ...nothing }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.canceled': {
      const { id, metadata } = event.data.object
      return { ...known, intentId: id, funding: metadata?.funding ?? null }
    }
    case 'charge.refunded': {
      const { id: charge, payment_intent: intent } = event.data.object
      return { ...known, intentId: idOf(intent), charge }
    }
    case 'refund.updated':
    case 'refund.failed': {
      const { payment_intent: intent, charge, status, failure_reason: reason } = event.data.object
      const failed = status === 'failed' || status === 'canceled'
      return {
        ...known,
        intentId: idOf(intent),
        charge: idOf(charge),
        refundFailure: failed ? `The bank sent the refund back${reason ? `: ${reason}` : ''}.` : null,
      }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const dispute = event.data.object
      const [intentId, charge] = [idOf(dispute.payment_intent), idOf(dispute.charge)]
      return { ...known, intentId, charge, dispute: disputeOf(dispute) }
    }
    default:
      return known
  }
}

interface Unread {
  id?: unknown
  type?: unknown
  data?: { object?: unknown } | null
}

/** What every message has, where a signed text is one at all. */
function isEvent(event: Unread | null): boolean {
  const { id, type, data } = event ?? {}
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof data?.object === 'object' &&
    data.object !== null
  )
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const disputeOf = ({ id, amount, reason, status }: Stripe.Dispute): Dispute => ({
  id,
  cents: amount,
  reason,
  status: disputeStatus(status),
})

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
