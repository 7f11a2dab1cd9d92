import { fundingTexts as texts } from '#contract/funding-texts.ts'
import type { EntryId } from '#contract/ids.ts'
import { statusAt } from '#server/features/tournaments/tournaments.rules.ts'
import type { Payment } from '#server/payments/payment-provider.ts'
import type { FundedEntry } from './entry-funding.queries.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'

type Moment = Pick<FundedEntry, 'starts_at' | 'ends_at' | 'cancelled_at' | 'withdrawn_at' | 'settled_at'>

/** Why an entry takes no money at this time; null: it does, while the tournament is upcoming or active. */
export function fundingClosed(entry: Moment, now: number): { reason: RefundReason; message: string } | null {
  if (entry.withdrawn_at !== null) return { reason: 'withdrawn', message: texts.withdrawn }
  // Whatever the clock says, which may have been set back.
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

/** What somebody says that they have paid. */
export interface Claim {
  backer: string
  entry: EntryId
  cents: number
}

/** A payment completes what it was made for, and for whom; one that named no entry takes the first that is named. */
export const matchesFunding = (
  row: Pick<FundingRow, 'backer_id' | 'entry_id' | 'amount_cents' | 'given_back_cents'>,
  { backer, entry, cents }: Claim,
): boolean =>
  row.backer_id === backer &&
  (row.entry_id === null || row.entry_id === entry) &&
  row.amount_cents + row.given_back_cents === cents

/** It counts, or counted once; `pending` and `failed` never did. */
export const isRecorded = ({ status }: Pick<FundingRow, 'status'>): boolean =>
  status !== 'pending' && status !== 'failed'

/** Paid, but no boat was named in time: it goes back without ever having counted. */
export const isRefundWithoutEntry = (
  row: Pick<FundingRow, 'status' | 'entry_id' | 'refund_requested_at'>,
): boolean => row.status === 'failed' && row.entry_id === null && row.refund_requested_at !== null

/** It is to go back, and has not: asked for and not done, or sent back by a bank. */
export const isRefundDue = (
  row: Pick<FundingRow, 'status' | 'entry_id' | 'refund_requested_at' | 'refund_failed_at' | 'refunded_at'>,
): boolean =>
  row.refund_requested_at !== null &&
  (row.status === 'completed' ||
    row.status === 'refund_pending' ||
    ((row.status === 'refunded' || isRefundWithoutEntry(row)) &&
      (row.refunded_at === null || row.refund_failed_at !== null)))

/** Cents that are on their way back and have not arrived. */
export const pendingCents = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  refunds.reduce((sum, { status, cents }) => (status === 'pending' ? sum + cents : sum), 0)

/**
 * Money for this funding, all of it, and still there. `went back`: the provider says succeeded of those too; `in part`:
 * the rest is still there; `going back`: it may still come back from there.
 */
export function assessPayment(
  row: Pick<FundingRow, 'id' | 'backer_id' | 'entry_id' | 'amount_cents'>,
  payment: Payment,
): 'paid' | 'unpaid' | 'undecided' | 'going back' | 'went back' | 'went back in part' | 'foreign' {
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
  if (payment.refunded < payment.received) return 'went back in part'
  return pendingCents(payment) > 0 ? 'going back' : 'went back'
}

/** Why a payment that was made does not count, and what becomes of it. */
export const notCountedText = (reason: RefundReason | null): string =>
  reason === 'no_room'
    ? texts.tooLate
    : `${refundReasonText(reason)} The full amount is being refunded to your card.`

/** Why money goes back, for its backer. */
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
