import { ordinal } from '#client/domain/numbers.ts'
import { type Row, rowsOf } from '#client/domain/standings.ts'
import { limits } from '#contract/limits.ts'
import type { EntryWithTournament } from '#contract/tournaments.ts'

export interface Board {
  tournament: EntryWithTournament['tournament']
  rows: Row<EntryWithTournament>[]
  /** False when the page limit may have cut rows. */
  isWhole: boolean
}

/** Keeps the order. @param page row limit, which may cut tournaments of the last row's status */
export function boardsOf(
  entries: readonly EntryWithTournament[],
  page: number = limits.leaderboardPage,
): Board[] {
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

export const isCut = (
  entries: readonly EntryWithTournament[],
  page: number = limits.leaderboardPage,
): boolean => entries.length >= page

export function movedUp(
  before: readonly EntryWithTournament[],
  after: readonly EntryWithTournament[],
): string[] {
  const old = new Map(before.map(entry => [entry.id, entry.currentPosition]))
  return after.flatMap(({ id, boat, tournament, currentPosition }) => {
    const was = old.get(id)
    if (was === undefined || currentPosition === null || (was !== null && was <= currentPosition)) return []
    return [`${boat.name} is now ${ordinal(currentPosition)} in ${tournament.name}.`]
  })
}
