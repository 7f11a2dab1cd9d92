import type { LeaderboardTotals } from '#contract/leaderboard.ts'
import { formatCents } from '#contract/money.ts'
import type { Entry, TournamentStatus } from '#contract/tournaments.ts'

interface Standing {
  data: Pick<Entry, 'id' | 'currentPosition'>
  createdAt: number
}

interface Event<T> {
  status: TournamentStatus
  row: { starts_at: number }
  entries: readonly T[]
}

const ranks = (status: TournamentStatus) => status === 'active' || status === 'completed'

export function totalsOf(
  tournaments: readonly (Event<{ data: { boat: Pick<Entry['boat'], 'id'> } }> & {
    row: { prize_pool_cents: number | null }
  })[],
): LeaderboardTotals {
  const listed = tournaments.filter(({ status, entries }) => ranks(status) && entries.length > 0)
  const boats = new Set(listed.flatMap(({ entries }) => entries.map(({ data }) => data.boat.id)))
  const cents = listed.reduce((sum, { row }) => sum + (row.prize_pool_cents ?? 0), 0)
  return { tournaments: listed.length, boats: boats.size, prizePool: formatCents(cents) }
}

/** Running, then finished; by position, then later start. */
export function leaderboardOf<T extends Standing>(tournaments: readonly Event<T>[]): T[] {
  return (['active', 'completed'] as const).flatMap(status =>
    tournaments
      .filter(tournament => tournament.status === status)
      .flatMap(tournament => tournament.entries.map(entry => ({ entry, startsAt: tournament.row.starts_at })))
      .sort(
        (a, b) =>
          (a.entry.data.currentPosition ?? 1e9) - (b.entry.data.currentPosition ?? 1e9) ||
          b.startsAt - a.startsAt ||
          a.entry.createdAt - b.entry.createdAt ||
          (a.entry.data.id < b.entry.data.id ? -1 : 1),
      )
      .map(({ entry }) => entry),
  )
}

/** Running, those that end first; then finished, the latest first; each with boats. */
export function boardsOf<T extends Event<unknown> & { row: { ends_at: number } }>(
  tournaments: readonly T[],
): T[] {
  const listed = (status: TournamentStatus) =>
    tournaments
      .filter(({ entries, ...each }) => each.status === status && entries.length > 0)
      .sort((a, b) => a.row.ends_at - b.row.ends_at)
  return [...listed('active'), ...listed('completed').reverse()]
}
