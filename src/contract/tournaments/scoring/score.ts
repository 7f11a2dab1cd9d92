import { type Fish, nameSet } from './fish.ts'
import { amountIn } from './penalties.ts'
import type { Category, Measure, Part, Points, Rules, Under } from './rules.ts'

/** 16 for `oz`: a pound's ounces. 100 for `lb`: a pound's hundredths. */
const pound = ({ unit }: Rules): number => (unit === 'oz' ? 16 : 100)

/** Divides and rounds down. @param dividend a safe integer, not negative */
const quotient = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor

/** Amount of a mark in a category. */
interface MarkAmount {
  key: string
  amount: number
  /** Null for all species. */
  species: ReadonlySet<string> | null
}

export function markAmounts(rules: Rules, category: Category): MarkAmount[] {
  return rules.marks.flatMap(mark => {
    const amount = amountIn(category.measure, mark)
    if (amount === 0 || mark.categories?.includes(category.key) === false) return []
    return { key: mark.key, amount, species: nameSet(mark.species) }
  })
}

const pointsRule = ({ species, scoringCatch }: Fish): Points | null =>
  species && (scoringCatch.released ? species.released : species.weighed)

/** A fish without a weight counts as 0 lb. */
function pointsOf(rules: Rules, { flat, perPound, atLeast }: Points, weight: number): number {
  const [n, d] = perPound ?? [0, 1]
  const points = flat + quotient(weight * 100 * n, pound(rules) * d)
  const most = Math.max(points, atLeast ?? points)
  return rules.wholePoints ? most - (most % 100) : most
}

/** Returns the score before marks, or null if the fish isn't measured this way. */
function measuredScore(rules: Rules, { measure }: Category, fish: Fish): number | null {
  switch (measure) {
    case 'weight':
      return fish.weight
    case 'length':
      return fish.scoringCatch.length
    case 'count':
      return 1
    case 'points': {
      const points = pointsRule(fish)
      return points && pointsOf(rules, points, fish.weight ?? 0)
    }
  }
}

/** Returns the score with marks, or null if the fish isn't measured this way. */
export function scoreOf(
  rules: Rules,
  category: Category,
  marks: readonly MarkAmount[],
  fish: Fish,
): number | null {
  const score = measuredScore(rules, category, fish)
  if (score === null || fish.scoringCatch.marks.length === 0) return score
  return marks.reduce(
    (sum, { key, amount, species }) =>
      fish.scoringCatch.marks.includes(key) && species?.has(fish.speciesName) !== false ? sum + amount : sum,
    score,
  )
}

/** The unit that costs are rounded down to, in hundredths. */
const costStep = ({ unit, wholePoints }: Rules, { measure }: Category): bigint =>
  (measure === 'weight' ? unit === 'oz' : wholePoints) ? 100n : 1n

const perPoundIn = (amount: Part | null): readonly [bigint, bigint] =>
  amount === null ? [0n, 1n] : [BigInt(amount[0]), BigInt(amount[1])]

/**
 * Returns the deduction in the category's unit, rounded down. @param short weight below the species' minimum
 */
function underCost(rules: Rules, category: Category, under: Under, weight: number, short: number): number {
  const [n, d] = perPoundIn(under.perPound)
  const [nShort, dShort] = perPoundIn(under.perPoundShort)
  const pounds = BigInt(pound(rules))
  const whole = pounds * d * dShort
  // Hundredths × whole.
  const cost = BigInt(under.flat) * whole + 100n * (BigInt(weight) * n * dShort + BigInt(short) * nShort * d)
  const step = costStep(rules, category)
  const steps = cost / (whole * step)
  return Number(category.measure === 'weight' ? steps : steps * step)
}

/** The cost follows from a weight, so that it is a weight or points. */
export const hasUnderCosts = (measure: Measure): boolean => measure === 'weight' || measure === 'points'

/** Returns the cost of a weighed fish below its species' minimum, or null if the rules state none. */
export function underCostOf(rules: Rules, category: Category, { species, weight }: Fish): number | null {
  if (species === null || species.minWeight === null || weight === null || weight >= species.minWeight)
    return null
  if (category.rank !== 'boats' || !hasUnderCosts(category.measure)) return null
  const under = species.under
    .filter(({ from }) => from <= weight)
    .reduce<Under | null>((best, next) => (best === null || next.from > best.from ? next : best), null)
  if (under === null || under.categories?.includes(category.key) === false) return null
  return underCost(rules, category, under, weight, species.minWeight - weight)
}
