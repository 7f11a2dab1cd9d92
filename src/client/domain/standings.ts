import { centsOf, formatCents, fundedPercent } from '#contract/money.ts'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import { sum } from './numbers.ts'
import { categorise } from './schedule.ts'

type Placed = Pick<Entry, 'currentPosition'>

/** First place first, entries without a position last. */
export const byPosition = <T extends Placed>(entries: readonly T[]): T[] =>
  entries.toSorted(
    (a, b) => (a.currentPosition ?? Number.MAX_VALUE) - (b.currentPosition ?? Number.MAX_VALUE),
  )

const rankedOf = <T extends Placed>(entries: readonly T[]): T[] =>
  byPosition(entries.filter(({ currentPosition }) => currentPosition !== null))

/** The entry in front; null while none is ranked. */
export const leaderOf = <T extends Placed>(entries: readonly T[]): T | null => rankedOf(entries)[0] ?? null

export interface Row<T> {
  entry: T
  position: number
}

/** Each entry with its own position, or else with its place in the list. */
export const rowsOf = <T extends Placed>(entries: readonly T[]): Row<T>[] =>
  entries.map((entry, index) => ({ entry, position: entry.currentPosition ?? index + 1 }))

export interface Standings {
  tournament: Tournament
  /** Ranked entries, first place first. */
  entries: Entry[]
}

/** The first entries of the active tournament, or else of the latest past one; null while none is ranked. */
export function standingsOf(tournaments: readonly Tournament[], now: number, size = 5): Standings | null {
  const { active, past } = categorise(tournaments, now)
  for (const tournament of [...active, ...past]) {
    const entries = rankedOf(tournament.entries).slice(0, size)
    if (tournament.status !== 'cancelled' && entries.length > 0) return { tournament, entries }
  }
  return null
}

export interface Funding {
  /** Decimal dollars. */
  raised: string
  goal: string
  /** Whole; 100 only when every cent is there. */
  percent: number
  complete: boolean
}

/** What all entries of a tournament have raised together; null when there is nothing to fund. */
export function fundingOf(entries: readonly Pick<Entry, 'fundingGoal' | 'currentFunding'>[]): Funding | null {
  const goal = sum(entries.map(entry => centsOf(entry.fundingGoal)))
  if (goal === 0) return null
  const raised = sum(entries.map(entry => centsOf(entry.currentFunding)))
  return {
    raised: formatCents(raised),
    goal: formatCents(goal),
    percent: fundedPercent(raised, goal),
    complete: raised >= goal,
  }
}
