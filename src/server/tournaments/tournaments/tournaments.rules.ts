import { day } from '#contract/time.ts'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { accountName } from '#server/people/auth/index.ts'
import { firstEnd } from './funding-times.rules.ts'
import type { TournamentRow } from './tournaments.table.ts'

type Times = Pick<TournamentRow, 'starts_at' | 'ends_at' | 'cancelled_at'>

/** The status follows from the clock, unless the tournament is cancelled. @param now milliseconds since 1970 */
export function statusAt(tournament: Times, now: number): TournamentStatus {
  if (tournament.cancelled_at !== null) return 'cancelled'
  if (now >= tournament.ends_at) return 'completed'
  return now >= tournament.starts_at ? 'active' : 'upcoming'
}

/** A cancelled tournament cannot be reopened: its fundings are refunded. */
export const canBeEdited = (tournament: Pick<TournamentRow, 'cancelled_at'>): boolean =>
  tournament.cancelled_at === null

/** Returns the promised date in milliseconds since 1970, or null if the organiser has stated none. */
export const payoutsDueAt = (
  tournament: Pick<TournamentRow, 'ends_at' | 'ended_at' | 'payout_days'>,
): number | null =>
  tournament.payout_days === null ? null : firstEnd(tournament) + tournament.payout_days * day

/** Returns whether winnings could be paid later than stated. @param after undefined: unchanged */
export const isLaterPayout = (before: number | null, after: number | null | undefined): boolean =>
  before !== null && after !== undefined && (after === null || after > before)

/** Returns the marina's name, else the organiser's, or null if unknown. */
export const organiserName = (
  marina: string | null,
  account: Parameters<typeof accountName>[0],
): string | null => marina ?? accountName(account)
