import type { SqlBool } from 'kysely'
import type { PayoutStatus } from '#contract/money/payouts.ts'
import { shareOf } from '#contract/money/shares.ts'
import type { PayoutPromise } from '#contract/money/stake-texts.ts'
import { day, hour } from '#contract/time.ts'
import { accountName } from '#server/people/auth/index.ts'
import { payoutsDueAt, statusAt, type TournamentRow } from '#server/tournaments/tournaments/index.ts'

/** @returns null when results can be confirmed */
export function settlementClosed(tournament: TournamentRow, now: number): string | null {
  switch (statusAt(tournament, now)) {
    case 'upcoming':
      return 'The tournament has not started yet.'
    case 'active':
      return 'The tournament is still on. Enter its results when it has ended.'
    case 'cancelled':
      return 'This tournament is cancelled, and its money has gone back.'
    case 'completed':
      return null
  }
}

/** Facts that decide a status. */
export interface ShareState {
  due_cents: number
  to_return_cents: number
  /** Amount paid, or the present value. */
  shown_cents: number
  is_frozen: SqlBool
}

/**
 * The status of a share. A paid one stays paid unless a later round changes it; a lost dispute freezes it for good.
 * Waived money is no part of a share.
 */
export function payoutStatus(share: ShareState): PayoutStatus {
  if (share.to_return_cents > 0) return 'to-return'
  if (share.due_cents > 0) return share.is_frozen ? 'frozen' : 'owed'
  return share.shown_cents > 0 ? 'paid' : 'none'
}

/** The payment behind a share. Cents. */
export interface ShareBasis {
  contributed_cents: number
  /** Lower than what was contributed after a refund in part, also while a bank has taken the rest. */
  left_cents: number
}

/** Returns the cents that a share is worth with its payment. @param amount cents of the share by the results */
export const payableOf = (
  amount: number,
  { contributed_cents: contributed, left_cents: left }: ShareBasis,
): number => shareOf(amount, Math.min(left, contributed), contributed)

/** Cents. */
export interface PaymentSums {
  paid_cents: number | null
  returned_cents: number
}

/** A share and what became of its money. Cents. */
export interface ShareInRound extends ShareBasis, PaymentSums {
  amount_cents: number
  waived_cents: number
  /** Change of the share by the round. */
  change_cents: number | null
  /** Change of the share by later rounds. */
  later_cents: number | null
}

/** Returns the cents that a backer saw as the share before a round, and sees after it. */
export function shownInRound(share: ShareInRound): { before: number; after: number } {
  const amount = share.amount_cents - (share.later_cents ?? 0)
  return { before: shownOf(amount - (share.change_cents ?? 0), share), after: shownOf(amount, share) }
}

/** Returns cents as `shownCents` computes them in SQL, for another amount of the share. */
function shownOf(amount: number, share: ShareInRound): number {
  const [net, payable] = [netCents(share), payableOf(amount, share)]
  const isDue = payable > net
  const isToReturn = net - amount - share.waived_cents > 0
  return share.paid_cents === null || isDue || isToReturn ? payable : Math.min(net, amount)
}

/** Cents paid and not returned. */
export const netCents = (share: PaymentSums): number => (share.paid_cents ?? 0) - share.returned_cents

type PromisedTournament = Pick<TournamentRow, 'ends_at' | 'ended_at' | 'payout_days'>

/**
 * Returns the promised date of a share in milliseconds since 1970, or null if the organiser states none.
 * @param confirmedAt with rules: of the round that settled the share, from which the days count; else null
 */
export const shareDueAt = (tournament: PromisedTournament, confirmedAt: number | null): number | null => {
  const { payout_days: days } = tournament
  return days === null || confirmedAt === null ? payoutsDueAt(tournament) : confirmedAt + days * day
}

/**
 * Returns the promise as mails state it, such as "Dec 12, 2026" in UTC, or null without stated days.
 * @param due see {@link shareDueAt}; null while it isn't known
 */
export function payoutPromise(days: number | null, due: number | null): PayoutPromise | null {
  const by =
    due === null ? null : new Date(due).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return days === null ? null : { days, by }
}

export const backerName = (account: Parameters<typeof accountName>[0]): string =>
  accountName(account) ?? (account.deleted_at === null ? 'A backer' : 'A backer (account deleted)')

const units = [
  ['d', day],
  ['h', hour],
  ['min', 60_000],
] as const

/** "3 d before the start", in whole units. @param at milliseconds since 1970 */
export function relativeToStart(at: number, start: number): string {
  const apart = Math.abs(at - start)
  const [unit, ms] = units.find(([, length]) => apart >= length) ?? ['s', 1000]
  const count = Math.floor(apart / ms)
  if (count === 0) return 'at the start'
  return `${count} ${unit} ${at < start ? 'before' : 'after'} the start`
}
