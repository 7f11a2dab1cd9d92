import type { Entry, TournamentStatus } from '#contract/tournaments/tournaments.ts'

interface Standing {
  data: Pick<Entry, 'id' | 'currentPosition'>
  createdAt: number
}

interface Event<T> {
  status: TournamentStatus
  row: { starts_at: number }
  entries: readonly T[]
}

/** Returns boats of running, then of finished tournaments, by position, then later start. */
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
