import type { ScoringPenalty } from './boards.ts'
import type { Category, Measure, Penalty, Rules } from './rules.ts'

/** Returns the amount of a mark or penalty in a measure; 0 for measures without amounts. */
export const amountIn = (measure: Measure, amounts: { weight: number; points: number }): number =>
  measure === 'weight' || measure === 'points' ? amounts[measure] : 0

/** `categories: null` means those whose measure the amounts have; without amounts, all. */
const isOf = ({ key, measure }: Category, penalty: Penalty): boolean =>
  penalty.categories?.includes(key) ??
  ((penalty.weight === 0 && penalty.points === 0) || amountIn(measure, penalty) !== 0)

export interface CategoryPenalties {
  /** @param day null: all days */
  cost: (entryId: string, day: string | null) => number
  /** Returns whether the boat's fish of that day don't count. */
  isOut: (entryId: string, day: string | null) => boolean
}

export function penaltiesOf(
  rules: Rules,
  category: Category,
  scoringPenalties: readonly ScoringPenalty[],
): CategoryPenalties {
  const costs = new Map<string, { day: string | null; cost: number }[]>()
  const out = new Map<string, Set<string | null>>()
  const penalties =
    category.rank === 'boats' ? rules.penalties.filter(penalty => isOf(category, penalty)) : []
  for (const penalty of penalties) {
    const counts = new Map<string, Map<string | null, number>>()
    for (const { entryId, key, day, count } of scoringPenalties) {
      if (key !== penalty.key) continue
      const cost = count * amountIn(category.measure, penalty)
      costs.set(entryId, [...(costs.get(entryId) ?? []), { day, cost }])
      const byDay = counts.get(entryId) ?? new Map<string | null, number>()
      counts.set(entryId, byDay.set(day, (byDay.get(day) ?? 0) + count))
      if (penalty.outFrom !== null && (byDay.get(day) ?? 0) >= penalty.outFrom)
        out.set(entryId, (out.get(entryId) ?? new Set()).add(day))
    }
  }
  return {
    cost: (entryId, day) =>
      (costs.get(entryId) ?? []).reduce(
        (sum, part) => (day === null || part.day === day ? sum + part.cost : sum),
        0,
      ),
    isOut: (entryId, day) => out.get(entryId)?.has(day) ?? false,
  }
}
