import { fundingTexts as texts } from '#contract/funding-texts.ts'
import type { EntryId, UserId } from '#contract/ids.ts'
import { statusAt } from '#server/features/tournaments/index.ts'
import type { Payment } from '#server/payments/payment-provider.ts'
import type { FundedEntry } from './entry-funding.queries.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'

type EntryPeriod = Pick<FundedEntry, 'starts_at' | 'ends_at' | 'cancelled_at' | 'withdrawn_at' | 'settled_at'>

/** @returns why the tournament takes no funding; null when it does */
export function fundingClosed(
  entry: EntryPeriod,
  now: number,
): { reason: RefundReason; message: string } | null {
  if (entry.withdrawn_at !== null) return { reason: 'withdrawn', message: texts.withdrawn }
  // Checked first: the status changes when the clock is set back.
  if (entry.settled_at !== null) return { reason: 'closed', message: texts.over }
  switch (statusAt(entry, now)) {
    case 'cancelled':
      return { reason: 'cancelled', message: texts.cancelled }
    case 'completed':
      return { reason: 'closed', message: texts.over }
    case 'upcoming':
    case 'active':
      return null
  }
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

/** Whether the payment was received: the funding counted at some time or will be refunded. */
export const isRecorded = ({ status }: Pick<FundingRow, 'status'>): boolean =>
  status !== 'pending' && status !== 'failed'

export const isRefundWithoutEntry = (
  row: Pick<FundingRow, 'status' | 'entry_id' | 'refund_requested_at'>,
): boolean => row.status === 'failed' && row.entry_id === null && row.refund_requested_at !== null

/** Whether a refund was requested and has not succeeded, or was returned by a bank. */
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

export const notCountedText = (reason: RefundReason | null): string =>
  reason === 'no_room'
    ? texts.tooLate
    : `${refundReasonText(reason)} The full amount is being refunded to your card.`

export function refundReasonText(reason: RefundReason | null): string {
  switch (reason) {
    case 'cancelled':
      return 'The tournament was cancelled.'
    case 'withdrawn':
      return 'The boat was withdrawn from the tournament.'
    case 'no_room':
      return 'Other backers reached the goal first.'
    case 'closed':
      return 'Funding was closed when the payment arrived.'
    case 'dispute':
      return 'Your bank took the payment back.'
    case 'provider':
    case null:
      return 'The organiser gave the payment back.'
  }
}
