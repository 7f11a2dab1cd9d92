import type { ScoringEntry, Why } from './boards.ts'
import { type Fish, nameSet } from './fish.ts'
import type { CategoryPenalties } from './penalties.ts'
import type { Category, Rules } from './rules.ts'
import { markAmounts, scoreOf, underCostOf } from './score.ts'

/** Boats and fish that don't count in a category because they won another. */
export interface PassedOver {
  entries: ReadonlySet<string>
  catches: ReadonlySet<string>
}

/** A fish in a category. */
export interface Candidate {
  fish: Fish
  /** Null if not measured this way. */
  score: number | null
  why: Why | null
  /** Deduction for a fish below the minimum. */
  cost: number | null
}

const meetsMinima = (
  { weight, scoringCatch: { length, released } }: Fish,
  { minWeight, minLength }: { minWeight: number | null; minLength: number | null },
): boolean =>
  (minWeight === null || released || (weight !== null && weight >= minWeight)) &&
  (minLength === null || (length !== null && length >= minLength))

/** @returns a function that scores a fish in this category */
export function candidatesIn(
  rules: Rules,
  category: Category,
  penalties: CategoryPenalties,
  passedOver: PassedOver,
): (entry: ScoringEntry, fish: Fish) => Candidate {
  const names = nameSet(category.species)
  const marks = markAmounts(rules, category)
  const hasSpecies = ({ species, speciesName }: Fish) =>
    (species !== null || rules.species.length === 0) && (names === null || names.has(speciesName))
  const hasDivision = ({ scoringCatch: { anglerId, divisions } }: Fish) =>
    (category.division === null || divisions.includes(category.division)) &&
    (category.rank !== 'anglers' || anglerId !== null)
  const hasKind = ({ scoringCatch: { released } }: Fish) =>
    category.how === 'both' || (category.how === 'released') === released

  function whyNever(entry: ScoringEntry, fish: Fish): Why | null {
    if (entry.disqualified || fish.scoringCatch.disqualified) return 'disqualified'
    if (!hasSpecies(fish)) return 'species'
    return hasKind(fish) ? null : 'how'
  }

  function whyNotNow({ id }: ScoringEntry, fish: Fish): Why | null {
    if (!fish.inLines) return 'lines'
    if (!fish.inScaleHours) return 'scale'
    if (penalties.isOut(id, fish.day)) return 'penalty'
    return passedOver.entries.has(id) || passedOver.catches.has(fish.scoringCatch.id) ? 'passed-over' : null
  }

  return (entry, fish) => {
    const never = whyNever(entry, fish)
    if (never !== null) return { fish, score: null, why: never, cost: null }
    const score = scoreOf(rules, category, marks, fish)
    if (score === null) return { fish, score, why: 'how', cost: null }
    if (!hasDivision(fish)) return { fish, score: null, why: 'division', cost: null }
    const now = whyNotNow(entry, fish)
    const isUnder = !meetsMinima(fish, category) || (fish.species && !meetsMinima(fish, fish.species))
    const cost = now === null ? underCostOf(rules, category, fish) : null
    return { fish, score, why: isUnder ? 'under' : now, cost }
  }
}
