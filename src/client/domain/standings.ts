import { centsOf, formatCents, fundedPercent } from '#contract/money.ts'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import { sum } from './numbers.ts'
import { categorise } from './schedule.ts'

type Placed = Pick<Entry, 'currentPosition'>

/** Entries without a position last. */
export const byPosition = <T extends Placed>(entries: readonly T[]): T[] =>
  entries.toSorted(
    (a, b) => (a.currentPosition ?? Number.MAX_VALUE) - (b.currentPosition ?? Number.MAX_VALUE),
  )

const rankedOf = <T extends Placed>(entries: readonly T[]): T[] =>
  byPosition(entries.filter(({ currentPosition }) => currentPosition !== null))

/** Null: none is ranked. */
export const leaderOf = <T extends Placed>(entries: readonly T[]): T | null => rankedOf(entries)[0] ?? null

export interface Row<T> {
  entry: T
  position: number
}

/** Entries without a position get their place in the list. */
export const rowsOf = <T extends Placed>(entries: readonly T[]): Row<T>[] =>
  entries.map((entry, index) => ({ entry, position: entry.currentPosition ?? index + 1 }))

export interface Standings {
  tournament: Tournament
  /** First place first. */
  entries: Entry[]
}

/** Of the active tournament, else the latest past one; null: none is ranked. */
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
  /** Whole; 100 only when complete. */
  percent: number
  complete: boolean
}

/** Null: nothing to fund. */
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
