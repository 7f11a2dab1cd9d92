import type Stripe from 'stripe'
import type { Dispute, Payment, Refund } from './payment-provider.ts'

/** API versions before 2022 list charges inside the payment. */
export function listedCharge(intent: object): string | null {
  const charges: unknown = 'charges' in intent ? intent.charges : null
  if (typeof charges !== 'object' || charges === null || !('data' in charges)) return null
  const last: unknown = Array.isArray(charges.data) ? charges.data.at(-1) : null
  return typeof last === 'object' && last !== null && 'id' in last && typeof last.id === 'string'
    ? last.id
    : null
}

const statusOf = (status: string): Payment['status'] =>
  status === 'succeeded' || status === 'processing' || status === 'canceled' ? status : 'unpaid'

/** Unknown statuses are pending. */
export function refundStatusOf(status: string | null): Refund['status'] {
  if (status === 'failed' || status === 'canceled') return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}

export const refundOf = ({ id, amount, status, failure_reason: reason }: Stripe.Refund): Refund => ({
  id,
  cents: amount,
  status: refundStatusOf(status),
  failure: reason ?? null,
})

/** Compatible servers may omit fields that have a fallback here. */
export function paymentOf(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): Payment {
  const { id, status, currency } = intent
  const metadata: Partial<Stripe.Metadata> = intent.metadata ?? {}
  const isPaid = status === 'succeeded'
  const paidAt = charge?.created ?? intent.created
  const refundCents = refunds.reduce(
    (sum, refund) => (refund.status === 'failed' ? sum : sum + refund.cents),
    0,
  )
  return {
    id,
    status: statusOf(status),
    received: intent.amount_received ?? (isPaid ? intent.amount : 0),
    currency,
    refunded: Math.max(charge?.amount_refunded ?? 0, refundCents),
    refunds,
    disputes,
    charge: charge?.id ?? null,
    funding: metadata.funding ?? null,
    backer: metadata.user ?? null,
    entry: metadata.entry ?? null,
    paidAt: isPaid && paidAt !== undefined ? paidAt * 1000 : null,
  }
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const disputeOf = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  cents: dispute.amount,
  reason: dispute.reason,
  status: disputeStatus(dispute),
  // Other servers leave it out.
  evidenceDueAt: dispute.evidence_details?.due_by ? dispute.evidence_details.due_by * 1000 : null,
})

/** API version 2026-10-28. `warning_closed` cost nothing. Unknown statuses count as open, to prevent double refunds. */
function disputeStatus({ status, balance_transactions: transactions }: Stripe.Dispute): Dispute['status'] {
  switch (status) {
    case 'won':
    case 'warning_closed':
      return 'won'
    case 'prevented':
      // A refund that prevented the dispute is in `refunds`.
      return (transactions ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
    case 'lost':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost'
    default:
      return 'open'
  }
}
