import { centsOf, formatCents, fundedPercent } from '#contract/money.ts'
import type { Entry, TournamentStatus } from '#contract/tournaments.ts'

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

/** A status as cards show it; one that nobody foresaw is shown as it is. */
export function statusLabel(status: TournamentStatus | (string & {})): string {
  switch (status) {
    case 'active':
      return 'Live'
    case 'upcoming':
      return 'Starting Soon'
    case 'completed':
      return 'Completed'
    default:
      return status
  }
}

export interface BestCatch {
  weight: number
  species: string | null
}

/** Reads `{"weight":412.5,"species":"Blue Marlin"}`; null for anything without a weight. */
export function parseBestCatch(json: string | null): BestCatch | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || !('weight' in value)) return null
    const weight = Number(value.weight)
    if (!Number.isFinite(weight) || weight <= 0) return null
    const species = 'species' in value && typeof value.species === 'string' ? value.species.trim() : ''
    return { weight, species: species || null }
  } catch {
    return null
  }
}
