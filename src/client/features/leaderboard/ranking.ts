import { ordinal } from '#client/domain/numbers.ts'
import { type Row, rowsOf } from '#client/domain/standings.ts'
import { limits } from '#contract/limits.ts'
import type { RankedEntry } from './leaderboard.queries.ts'

export interface Board {
  tournament: RankedEntry['tournament']
  rows: Row<RankedEntry>[]
  /** Whether `rows` are all of its boats: the list has its first page only. */
  isWhole: boolean
}

/**
 * The list as one board a tournament, both in the order they came in.
 * @param page rows after which the list ends; running tournaments come first, then by position, so that it ends
 * somewhere in each tournament of its last row's status
 */
export function boardsOf(entries: readonly RankedEntry[], page: number = limits.leaderboardPage): Board[] {
  const endsAmong = isCut(entries, page) ? entries.at(-1)?.tournament.status : undefined
  const groups = Map.groupBy(entries, entry => entry.tournament.id)
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    return [
      { tournament: first.tournament, rows: rowsOf(group), isWhole: first.tournament.status !== endsAmong },
    ]
  })
}

/** Whether there may be more than the list says. */
export const isCut = (entries: readonly RankedEntry[], page: number = limits.leaderboardPage): boolean =>
  entries.length >= page

/** Who has moved up from one list to the next, in words. */
export function newsOf(before: readonly RankedEntry[], after: readonly RankedEntry[]): string[] {
  const old = new Map(before.map(entry => [entry.id, entry.currentPosition]))
  return after.flatMap(({ id, boat, tournament, currentPosition }) => {
    const was = old.get(id)
    if (was === undefined || currentPosition === null || (was !== null && was <= currentPosition)) return []
    return [`${boat.name} is now ${ordinal(currentPosition)} in ${tournament.name}.`]
  })
}
