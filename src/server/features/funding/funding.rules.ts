import { fundingTexts as texts } from '#contract/funding-texts.ts'
import type { EntryId } from '#contract/ids.ts'
import { statusAt } from '#server/features/tournaments/tournaments.rules.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'
import type { Payment } from './payments.ts'
import type { FundedEntry } from './stakes.queries.ts'

type Moment = Pick<FundedEntry, 'starts_at' | 'ends_at' | 'cancelled_at' | 'withdrawn_at'>

/** Why an entry takes no money at this time; null: it does, while the tournament is upcoming or active. */
export function fundingClosed(entry: Moment, now: number): { reason: RefundReason; message: string } | null {
  if (entry.withdrawn_at !== null) return { reason: 'withdrawn', message: texts.withdrawn }
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
export const isTheirs = (
  row: Pick<FundingRow, 'backer_id' | 'entry_id' | 'amount_cents' | 'given_back_cents'>,
  { backer, entry, cents }: Claim,
): boolean =>
  row.backer_id === backer &&
  (row.entry_id === null || row.entry_id === entry) &&
  row.amount_cents + row.given_back_cents === cents

/**
 * Money for this funding, all of it, and still there. `went back`: the provider says succeeded of those too; `in part`:
 * the rest is still there.
 */
export function judgePayment(
  row: Pick<FundingRow, 'id' | 'backer_id' | 'entry_id' | 'amount_cents'>,
  payment: Payment,
): 'paid' | 'unpaid' | 'undecided' | 'went back' | 'went back in part' | 'foreign' {
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
  return payment.refunded < payment.received ? 'went back in part' : 'went back'
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
