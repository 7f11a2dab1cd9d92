import type { EntryId, UserId } from '#contract/ids.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { ShownTerms } from '#contract/tournaments/entries.ts'
import type { InsiderRole } from '#contract/tournaments/goal-rules.ts'
import type { Payment } from '#server/money/payments/payment-provider.ts'
import { addsPots, sharedPotsOf } from '#server/tournaments/entries/index.ts'
import { entryClosing, fundingHoldMs, hasStarted } from '#server/tournaments/tournaments/index.ts'
import type { FundedEntry } from './entry-funding.queries.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'

export interface Refusal {
  reason: RefundReason
  message: string
}

const closedRefusal: Refusal = { reason: 'closed', message: texts.closed }

/** Returns the refusal that an entry's state causes. Ignores the time, because the clock may be set back. */
function stateRefusal(entry: FundedEntry): Refusal | null {
  if (entry.withdrawn_at !== null) return { reason: 'withdrawn', message: texts.withdrawn }
  if (entry.settled_at !== null) return closedRefusal
  if (entry.cancelled_at !== null) return { reason: 'cancelled', message: texts.cancelled }
  if (entry.organiser_deleted_at !== null || entry.organiser_banned_at !== null)
    return { reason: 'closed', message: texts.withoutOrganiser }
  if (entry.awaits_captain === 1) return { reason: 'closed', message: texts.awaitsCaptain }
  if (entry.goal_decided_at === null) return null
  return entry.goal_was_reached === 1 ? closedRefusal : { reason: 'goal_missed', message: texts.closed }
}

const insiderRefusal = (entry: FundedEntry, insider: InsiderRole | null, now: number): Refusal | null =>
  insider !== null && hasStarted(entry, now) ? { reason: 'insider', message: texts.insider } : null

/** @returns why no payment can be begun; null when it can, if the amount fits */
export function newPaymentRefusal(
  entry: FundedEntry,
  insider: InsiderRole | null,
  now: number,
): Refusal | null {
  const refusal = stateRefusal(entry)
  if (refusal) return refusal
  if (now >= entryClosing(entry, entry)) return closedRefusal
  return entry.current < entry.goal ? insiderRefusal(entry, insider, now) : null
}

/**
 * A payment that counted until its bank took it back was in time.
 * @param hasShare whether confirmed results gave it one
 * @returns why it doesn't count when the bank returns it; null when it counts, if it fits
 */
export function returnRefusal(entry: FundedEntry, terms: BoughtTerms, hasShare: boolean): Refusal | null {
  if (hasShare) return null
  const goal_decided_at = entry.goal_was_reached === 1 ? null : entry.goal_decided_at
  return stateRefusal({ ...entry, goal_decided_at }) ?? termsRefusal(entry, terms)
}

interface Arrival {
  /** Null if not checked. */
  insider: InsiderRole | null
  /** Time of the payment in milliseconds since 1970. */
  paidAt: number
  now: number
}

/** @returns why a payment that has arrived doesn't count; null when it counts, if it fits */
export function arrivalRefusal(
  entry: FundedEntry,
  funding: BoughtTerms & PaymentStart,
  { insider, paidAt, now }: Arrival,
): Refusal | null {
  const refusal = stateRefusal(entry)
  if (refusal) return refusal
  if (isTooLate(entry, funding, Math.min(paidAt, now), now)) return closedRefusal
  return insiderRefusal(entry, insider, now) ?? termsRefusal(entry, funding)
}

type PaymentStart = Pick<FundingRow, 'created_at' | 'entry_named_at'>

/**
 * A payment that was begun before the closing counts within its hold, unless the goal is decided at the closing. One without
 * an entry is begun, and at the earliest paid, when its entry is named: by then the winner may be known.
 */
function isTooLate(
  entry: FundedEntry,
  { created_at: createdAt, entry_named_at: namedAt }: PaymentStart,
  paidAt: number,
  now: number,
): boolean {
  const closing = entryClosing(entry, entry)
  if (entry.if_goal_missed === 'refund') return now >= closing
  const start = namedAt ?? createdAt
  const end = Math.max(paidAt, start)
  return end >= closing && (start >= closing || end >= start + fundingHoldMs)
}

export type BoughtTerms = Pick<FundingRow, 'bought_basis_points' | 'bought_goal_cents' | 'bought_goal_rule'>

export const termsOf = (entry: FundedEntry): BoughtTerms => ({
  bought_basis_points: entry.payout_basis_points,
  bought_goal_cents: entry.goal,
  bought_goal_rule: entry.if_goal_missed,
})

/** A higher goal dilutes; another rule is worse, except the whole share instead of a part. */
export function termsRefusal(entry: FundedEntry, terms: BoughtTerms): Refusal | null {
  const { bought_basis_points: points, bought_goal_cents: goal, bought_goal_rule: rule } = terms
  if (points === null || goal === null || rule === null) return null
  const isBetterRule = rule === 'prorate' && entry.if_goal_missed === 'share'
  const isWorse =
    entry.payout_basis_points < points ||
    entry.goal > goal ||
    (entry.if_goal_missed !== rule && !isBetterRule)
  return isWorse ? { reason: 'terms', message: texts.termsChanged } : null
}

/** Returns whether the entry's terms are worse for a backer than those that a page showed. */
export function areWorseThan(entry: FundedEntry, shown: ShownTerms): boolean {
  const bought = {
    bought_basis_points: shown.payoutPercentage,
    bought_goal_cents: shown.fundingGoal,
    bought_goal_rule: shown.ifGoalMissed,
  }
  return termsRefusal(entry, bought) !== null || !addsPots(shown.sharedPots ?? null, sharedPotsOf(entry))
}

export interface PaymentConfirmation {
  backer: UserId
  entry: EntryId
  cents: number
  intentId: string
  message: string | null
}

/** A funding without an entry matches any. */
export const matchesFunding = (
  row: Pick<FundingRow, 'backer_id' | 'entry_id' | 'amount_cents' | 'given_back_cents'>,
  { backer, entry, cents }: Pick<PaymentConfirmation, 'backer' | 'entry' | 'cents'>,
): boolean =>
  row.backer_id === backer &&
  (row.entry_id === null || row.entry_id === entry) &&
  row.amount_cents + row.given_back_cents === cents

/** Returns whether the payment was received: the funding counted at some time or will be refunded. */
export const isRecorded = ({ status }: Pick<FundingRow, 'status'>): boolean =>
  status !== 'pending' && status !== 'failed'

export const isRefundWithoutEntry = (
  row: Pick<FundingRow, 'status' | 'entry_id' | 'refund_requested_at'>,
): boolean => row.status === 'failed' && row.entry_id === null && row.refund_requested_at !== null

/** Returns whether a refund was requested and has not succeeded, or was returned by a bank. */
export const isRefundDue = (
  row: Pick<FundingRow, 'status' | 'entry_id' | 'refund_requested_at' | 'refund_failed_at' | 'refunded_at'>,
): boolean =>
  row.refund_requested_at !== null &&
  (row.status === 'completed' ||
    row.status === 'refund_pending' ||
    ((row.status === 'refunded' || isRefundWithoutEntry(row)) &&
      (row.refunded_at === null || row.refund_failed_at !== null)))

/** Cents. */
export const pendingRefundCents = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  refunds.reduce((sum, { status, cents }) => (status === 'pending' ? sum + cents : sum), 0)

export const isFullyRefunded = (payment: Payment): boolean =>
  payment.refunded - pendingRefundCents(payment) >= payment.received

/** Says to the operator why a paid payment is `foreign`. */
export const foreignText = ({ currency }: Payment): string =>
  currency === 'usd' ? 'its amount, backer or boat isn’t the one that was begun here' : `it is in ${currency}`

/** `refund pending` may still fail; `foreign` belongs to another funding. */
export function assessPayment(
  row: Pick<FundingRow, 'id' | 'backer_id' | 'entry_id' | 'amount_cents'>,
  payment: Payment,
): 'paid' | 'unpaid' | 'undecided' | 'refund pending' | 'refunded' | 'partly refunded' | 'foreign' {
  const isOurs =
    payment.currency === 'usd' &&
    (payment.funding === null || payment.funding === row.id) &&
    (payment.backer === null || payment.backer === row.backer_id) &&
    (payment.entry === null || row.entry_id === null || payment.entry === row.entry_id)
  if (!isOurs) return 'foreign'
  if (payment.status === 'processing') return 'undecided'
  if (payment.status !== 'succeeded') return 'unpaid'
  if (payment.received !== row.amount_cents) return 'foreign'
  if (payment.refunded === 0) return 'paid'
  if (payment.refunded < payment.received) return 'partly refunded'
  return pendingRefundCents(payment) > 0 ? 'refund pending' : 'refunded'
}

/** Fields of a funding and its entry that say why money goes back. */
type RefundCause = Pick<FundingRow, 'refund_reason'> &
  Partial<Pick<FundedEntry, 'withdrawal_reason' | 'cancel_reason'>>

const withReason = (what: string, reason: string | null) =>
  reason === null ? what : `${what} The reason: “${reason}”.`

export const notCountedText = (cause: RefundCause): string =>
  cause.refund_reason === 'no_room'
    ? texts.tooLate
    : `${refundReasonText(cause)} The full amount is being refunded to your card.`

export function refundReasonText({
  refund_reason,
  withdrawal_reason = null,
  cancel_reason = null,
}: RefundCause): string {
  switch (refund_reason) {
    case 'cancelled':
      return withReason('The tournament was cancelled.', cancel_reason)
    case 'withdrawn':
      return withReason('The boat was withdrawn from the tournament.', withdrawal_reason)
    case 'goal_missed':
      return 'The funding goal was not reached in time.'
    case 'no_room':
      return 'Other backers reached the goal first.'
    case 'closed':
      return 'Funding was closed when the payment arrived.'
    case 'insider':
      return texts.insider
    case 'terms':
      return 'The boat’s terms had changed when the payment arrived.'
    case 'dispute':
      return 'Your bank took the payment back.'
    case 'provider':
    case null:
      return 'The organiser gave the payment back.'
  }
}
