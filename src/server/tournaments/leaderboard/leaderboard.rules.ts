import { isId } from '#contract/ids.ts'
import type { Entry, TournamentStatus } from '#contract/tournaments/tournaments.ts'

interface ListedEntry {
  data: Pick<Entry, 'id' | 'currentPosition'>
  createdAt: number
}

interface ListedTournament<T> {
  status: TournamentStatus
  row: { starts_at: number }
  entries: readonly T[]
}

const statuses = ['active', 'completed'] as const

/** Order of the list. A cursor holds it, so that the page after a boat that has left begins where the boat was. */
interface Rank {
  status: (typeof statuses)[number]
  /** {@link unranked} without one. */
  position: number
  /** Milliseconds since 1970. */
  startsAt: number
  createdAt: number
  id: string
}

interface Ranked<T> {
  entry: T
  rank: Rank
}

const unranked = 1e9

const byRank = (a: Rank, b: Rank): number =>
  statuses.indexOf(a.status) - statuses.indexOf(b.status) ||
  a.position - b.position ||
  b.startsAt - a.startsAt ||
  a.createdAt - b.createdAt ||
  (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)

/** Returns boats of running, then of finished tournaments, by position, then later start. */
export const leaderboardOf = <T extends ListedEntry>(
  tournaments: readonly ListedTournament<T>[],
): Ranked<T>[] =>
  statuses
    .flatMap(status =>
      tournaments
        .filter(tournament => tournament.status === status)
        .flatMap(({ row, entries }) =>
          entries.map(entry => ({
            entry,
            rank: {
              status,
              position: entry.data.currentPosition ?? unranked,
              startsAt: row.starts_at,
              createdAt: entry.createdAt,
              id: entry.data.id,
            },
          })),
        ),
    )
    .sort((a, b) => byRank(a.rank, b.rank))

/** @param after null: the first page */
export const pageAfter = <T>(entries: readonly Ranked<T>[], after: Rank | null, size: number) => {
  const rest = after === null ? entries : entries.filter(({ rank }) => byRank(after, rank) < 0)
  const page = rest.slice(0, size)
  return { page: page.map(({ entry }) => entry), next: rest.length > size ? page.at(-1)?.rank : undefined }
}

export const encodeRank = ({ status, position, startsAt, createdAt, id }: Rank): string =>
  `${status}_${position}_${startsAt}_${createdAt}_${id}`

/** Returns null if it isn't a cursor of this list. */
export function decodeRank(cursor: string): Rank | null {
  const [, name, position, startsAt, createdAt, id = ''] =
    /^([a-z]+)_(\d{1,16})_(\d{1,16})_(\d{1,16})_([\w-]+)$/.exec(cursor) ?? []
  const status = statuses.find(each => each === name)
  if (status === undefined || !isId(id)) return null
  return { status, position: Number(position), startsAt: Number(startsAt), createdAt: Number(createdAt), id }
}
