import { centsOf, formatCents, fundedPercent } from '#contract/money.ts'
import type { Entry } from '#contract/tournaments.ts'

type Funded = Pick<Entry, 'fundingGoal' | 'currentFunding'>

export interface Funding {
  /** Decimal dollars. */
  raised: string
  goal: string
  /** Whole; 100 only when every cent is there. */
  percent: number
  complete: boolean
}

/** What all boats of a tournament have raised together; null when there is nothing to fund. */
export function fundingOf(entries: readonly Funded[]): Funding | null {
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The boat in front; null while nobody is ranked. */
export function leaderOf<T extends Pick<Entry, 'currentPosition'>>(entries: readonly T[]): T | null {
  const ranked = entries.filter(entry => entry.currentPosition !== null)
  return ranked.reduce<T | null>(
    (best, entry) =>
      best === null || (entry.currentPosition ?? Infinity) < (best.currentPosition ?? Infinity)
        ? entry
        : best,
    null,
  )
}
