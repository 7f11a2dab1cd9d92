import type { ScoringPenalty } from './boards.ts'
import type { Category, Measure, Penalty, Rules } from './rules.ts'

/** Of a mark or penalty; 0 for measures without amounts. */
export const amountIn = (measure: Measure, amounts: { weight: number; points: number }): number =>
  measure === 'weight' || measure === 'points' ? amounts[measure] : 0

/** `categories: null` means those whose measure the amounts have; without amounts, all. */
const isOf = ({ key, measure }: Category, penalty: Penalty): boolean =>
  penalty.categories?.includes(key) ??
  ((penalty.weight === 0 && penalty.points === 0) || amountIn(measure, penalty) !== 0)

export interface CategoryPenalties {
  /** @param day null: all days */
  cost: (entryId: string, day: string | null) => number
  /** Whether the boat's fish of that day don't count. */
  isOut: (entryId: string, day: string | null) => boolean
}

const entryDay = (entryId: string, day: string | null) => JSON.stringify([entryId, day])

export function penaltiesOf(
  rules: Rules,
  category: Category,
  recorded: readonly ScoringPenalty[],
): CategoryPenalties {
  const costs = new Map<string, { day: string | null; cost: number }[]>()
  const out = new Set<string>()
  const penalties =
    category.rank === 'boats' ? rules.penalties.filter(penalty => isOf(category, penalty)) : []
  for (const penalty of penalties) {
    const counts = new Map<string, number>()
    for (const { entryId, key, day, count } of recorded) {
      if (key !== penalty.key) continue
      const cost = count * amountIn(category.measure, penalty)
      costs.set(entryId, [...(costs.get(entryId) ?? []), { day, cost }])
      const sum = (counts.get(entryDay(entryId, day)) ?? 0) + count
      counts.set(entryDay(entryId, day), sum)
      if (penalty.outFrom !== null && sum >= penalty.outFrom) out.add(entryDay(entryId, day))
    }
  }
  return {
    cost: (entryId, day) =>
      (costs.get(entryId) ?? []).reduce(
        (sum, part) => (day === null || part.day === day ? sum + part.cost : sum),
        0,
      ),
    isOut: (entryId, day) => out.size > 0 && out.has(entryDay(entryId, day)),
  }
}
