import type { TournamentStatus } from '#contract/tournaments.ts'
import type { Env } from '#server/env.ts'
import { fullName } from '#server/features/auth/index.ts'
import type { TournamentRow } from './tournaments.table.ts'

type Times = Pick<TournamentRow, 'starts_at' | 'ends_at' | 'cancelled_at'>

/** The status follows from the clock, unless the tournament is cancelled. @param now milliseconds since 1970 */
export function statusAt(tournament: Times, now: number): TournamentStatus {
  if (tournament.cancelled_at !== null) return 'cancelled'
  if (now >= tournament.ends_at) return 'completed'
  return now >= tournament.starts_at ? 'active' : 'upcoming'
}

/** The status is valid in [since, until). */
export function statusPeriod(tournament: Times, now: number): { since: number; until: number } {
  const { starts_at: start, ends_at: end } = tournament
  if (tournament.cancelled_at !== null) return { since: -Infinity, until: Infinity }
  if (now >= end) return { since: end, until: Infinity }
  return now >= start ? { since: start, until: end } : { since: -Infinity, until: start }
}

export const canManageTournament = (
  person: { id: string },
  tournament: Pick<TournamentRow, 'organiser_id'>,
): boolean => tournament.organiser_id === person.id

/** A cancelled tournament cannot be reopened: its fundings are refunded. */
export const canBeEdited = (tournament: Pick<TournamentRow, 'cancelled_at'>): boolean =>
  tournament.cancelled_at === null

/** The marina's name when there is one, else the organiser's; null: unknown. */
export const organiserName = (
  { marinaName }: Pick<Env, 'marinaName'>,
  account: Parameters<typeof fullName>[0],
): string | null => marinaName ?? fullName(account)
