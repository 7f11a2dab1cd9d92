import { centsOf, formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Entry, Tournament, TournamentCard } from '#contract/tournaments/tournaments.ts'
import { parseBestCatch } from './best-catch.ts'

type Placed = Pick<Entry, 'currentPosition'>

/** Sorts entries; those without a position come last. */
export const byPosition = <T extends Placed>(entries: readonly T[]): T[] =>
  entries.toSorted(
    (a, b) => (a.currentPosition ?? Number.MAX_VALUE) - (b.currentPosition ?? Number.MAX_VALUE),
  )

/** Ids of entries that lead one with the same weight: their catch was first. None where rules decide ties. */
export function findFirstOfTies(
  entries: readonly Pick<Entry, 'id' | 'currentPosition' | 'bestCatch' | 'positionDecided' | 'score'>[],
): Set<string> {
  const standings = byPosition(entries.filter(({ currentPosition }) => currentPosition !== null))
  const weightOf = (entry: (typeof standings)[number] | undefined) =>
    entry && !entry.positionDecided && !entry.score ? (parseBestCatch(entry.bestCatch)?.weight ?? null) : null
  const first = standings.filter((entry, index) => {
    const weight = weightOf(entry)
    return weight !== null && weight === weightOf(standings[index + 1])
  })
  return new Set(first.map(({ id }) => id))
}

export interface Row<T> {
  entry: T
  position: number
}

/** Entries without a position get their place in the list. */
export const rowsOf = <T extends Placed>(entries: readonly T[]): Row<T>[] =>
  entries.map((entry, index) => ({ entry, position: entry.currentPosition ?? index + 1 }))

/** Places of a tournament that home and landing page show. */
export const placesShown = 5

/** Returns the board of a tournament with all its boats. */
export const boardOf = (tournament: Tournament): Board => ({
  tournament,
  boats: tournament.entries.length,
  entries: tournament.entries,
})

/** Returns the first tournament with ranked boats, and only those, or null if none is ranked. */
export function standingsOf(boards: readonly Board[]): Board | null {
  for (const board of boards) {
    const entries = board.entries.filter(({ currentPosition }) => currentPosition !== null)
    if (entries.length > 0) return { ...board, entries: entries.slice(0, placesShown) }
  }
  return null
}

export interface Funding {
  /** Decimal dollars. */
  raised: string
  goal: string
  complete: boolean
}

/** Returns the funding, or null if there is nothing to fund. */
export function fundingOf({ raised, goal }: Pick<TournamentCard, 'raised' | 'goal'>): Funding | null {
  const goalCents = centsOf(goal)
  return goalCents === 0 ? null : { raised, goal, complete: centsOf(raised) >= goalCents }
}

/** Decimal dollars. */
export const raisedBy = (entries: readonly Pick<Entry, 'currentFunding'>[]): string =>
  formatCents(sum(entries.map(entry => centsOf(entry.currentFunding))))
