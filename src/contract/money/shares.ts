import { centsOf } from '../money.ts'
import type { GoalRule } from '../tournaments/goal-rules.ts'
import type { Fraction } from '../tournaments/scoring/split.ts'

/*
 * Formulas that turn winnings into shares. Settlement, statements, pages and texts use these alone.
 * Amounts are integer cents; products are BigInt, because they may exceed 2^53.
 */

export interface Contribution {
  id: string
  /** Cents, more than 0. */
  contributed: number
  /** Milliseconds since 1970. */
  at: number
}

export interface Share extends Contribution {
  roundedDown: number
  extraCent: boolean
  amount: number
}

export interface Settlement<Each> {
  raised: number
  pool: number
  /** Shares in the order of funding. */
  shares: (Each & Share)[]
}

/** Compares by time, then id (UUIDv7). */
export const earlierFirst = (a: Contribution, b: Contribution): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export interface PoolTerms {
  /** 1 to 10000. */
  basisPoints: number
  rule: GoalRule
  goal: number
}

/** @param payoutPercentage with at most two decimals */
export const basisPointsOf = (payoutPercentage: number): number => Math.round(payoutPercentage * 100)

/** Returns the pool before rounding. */
export function poolFraction(
  winnings: number,
  { basisPoints, rule, goal }: PoolTerms,
  raised: number,
): Fraction {
  if (raised === 0) return [0n, 1n]
  const [part, whole] = rule === 'prorate' ? [BigInt(raised), BigInt(goal)] : [1n, 1n]
  return [BigInt(winnings) * BigInt(basisPoints) * part, 10_000n * whole]
}

/** Returns a share before rounding. @param raised includes this contribution; more than 0 */
export const shareFraction = (pool: number, contributed: number, raised: number): Fraction => [
  BigInt(pool) * BigInt(contributed),
  BigInt(raised),
]

const roundedDown = ([dividend, divisor]: Fraction): number => Number(dividend / divisor)

/** Returns the pool, rounded down once. A missed `refund` has no contributions, so that its pool is 0. */
export const poolOf = (winnings: number, terms: PoolTerms, raised: number): number =>
  roundedDown(poolFraction(winnings, terms, raised))

/**
 * Returns a share, rounded down; a settlement may add a cent. Also for a share after a part of its payment was
 * refunded. @param raised includes this contribution; more than 0
 */
export const shareOf = (pool: number, contributed: number, raised: number): number =>
  roundedDown(shareFraction(pool, contributed, raised))

/** Basis of the pool, as a result of the API has it, or its field names. */
interface PoolFactors {
  winnings: string
  payoutPercentage: number | string
  raised: string
  fundingGoal: string
  ifGoalMissed: GoalRule
}

/** Returns the terms of a result of the API, whose amounts are decimal dollars. */
export const poolTermsOf = (result: {
  payoutPercentage: number
  ifGoalMissed: GoalRule
  fundingGoal: string
}): PoolTerms => ({
  basisPoints: basisPointsOf(result.payoutPercentage),
  rule: result.ifGoalMissed,
  goal: centsOf(result.fundingGoal),
})

/** The formula of {@link poolFraction}, such as `winnings × payout percentage ÷ 100`. */
export function poolExpression(
  { winnings, payoutPercentage, raised, fundingGoal, ifGoalMissed }: PoolFactors,
  formatAmount = (amount: string) => amount,
  [times, over]: readonly [string, string] = ['×', '÷'],
): string {
  const whole = `${formatAmount(winnings)} ${times} ${payoutPercentage} ${over} 100`
  return ifGoalMissed === 'prorate'
    ? `${whole} ${times} ${formatAmount(raised)} ${over} ${formatAmount(fundingGoal)}`
    : whole
}

const poolNames = {
  winnings: 'winnings',
  payoutPercentage: 'payout percentage',
  raised: 'raised',
  fundingGoal: 'goal',
}

/** Returns the formula of {@link poolOf} in words. @param isPartlyShared backers have no part in some of the boat's pots */
export const poolFormula = (rule: GoalRule, isPartlyShared = false): string =>
  `Pool = ${isPartlyShared ? 'shared ' : ''}${poolExpression({ ...poolNames, ifGoalMissed: rule })}, rounded down to the cent; 0 without contributions`

/** The formula of {@link sharesOf}, in words. */
export const shareFormula = {
  share: 'Share = pool × contributed ÷ raised, rounded down to the cent',
  rest: 'The cents that are left over go one each to the shares that lost most by rounding; where two lost the same, to the earlier funding.',
} as const

/**
 * Rounds shares down, then gives leftover cents by largest remainder, ties to the earlier funding. Sums to the pool.
 * @throws RangeError for a pool without contributions
 */
export function sharesOf<Each extends Contribution>(
  pool: number,
  contributions: readonly Each[],
): (Each & Share)[] {
  if (sumOf(contributions) === 0) {
    if (pool === 0 && contributions.length === 0) return []
    throw new RangeError('a pool needs contributions')
  }
  const { parts, byRemainder, rest } = divide(pool, contributions)
  const withExtraCent = new Set(byRemainder.slice(0, rest))
  return parts.map(part => {
    const extraCent = withExtraCent.has(part)
    const { contribution, roundedDown } = part
    return { ...contribution, roundedDown, extraCent, amount: roundedDown + (extraCent ? 1 : 0) }
  })
}

/**
 * Divides the pool: parts in the order of funding, and by largest remainder, ties in that order. `rest`: cents lost by
 * rounding.
 */
function divide<Each extends Contribution>(pool: number, contributions: readonly Each[]) {
  const raised = sumOf(contributions)
  const parts = contributions.toSorted(earlierFirst).map(contribution => {
    const exact = shareFraction(pool, contribution.contributed, raised)
    return { contribution, roundedDown: roundedDown(exact), remainder: exact[0] % exact[1] }
  })
  const rest = pool - parts.reduce((sum, { roundedDown }) => sum + roundedDown, 0)
  const byRemainder = parts.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )
  return { parts, byRemainder, rest }
}

/** A share before a later round. */
export interface StandingShare extends Contribution {
  /** Cents. */
  amount: number
}

/**
 * Returns the change of each share in cents by id: the change is divided as a pool is, so that no share falls
 * because a pool grew. No share falls below 0; the others give the cents that it lacks, one each in turn.
 * @param change cents; at least the negative sum of the shares @throws RangeError otherwise
 */
export function shareChanges(change: number, shares: readonly StandingShare[]): Map<string, number> {
  if (change >= 0) return new Map(sharesOf(change, shares).map(({ id, amount }) => [id, amount]))
  if (-change > shares.reduce((sum, { amount }) => sum + amount, 0))
    throw new RangeError('a pool can’t fall below 0')
  const givers = divide(-change, shares).byRemainder.map(({ contribution: { id, amount }, roundedDown }) => ({
    id,
    deduction: Math.min(roundedDown, amount),
    amount,
  }))
  let rest = -change - givers.reduce((sum, { deduction }) => sum + deduction, 0)
  while (rest > 0) {
    const able = givers.filter(({ deduction, amount }) => deduction < amount)
    // Whole turns at once.
    const turns = Math.min(
      Math.floor(rest / able.length),
      ...able.map(({ deduction, amount }) => amount - deduction),
    )
    for (const giver of turns > 0 ? able : able.slice(0, rest)) {
      const cents = Math.max(turns, 1)
      giver.deduction += cents
      rest -= cents
    }
  }
  return new Map(givers.map(({ id, deduction }) => [id, -deduction]))
}

/** The backers' part of the winnings in cents; 0 without contributions. */
export function settle<Each extends Contribution>(
  winnings: number,
  terms: PoolTerms,
  contributions: readonly Each[],
): Settlement<Each> {
  const raised = sumOf(contributions)
  const pool = poolOf(winnings, terms, raised)
  return { raised, pool, shares: sharesOf(pool, contributions) }
}

const sumOf = (contributions: readonly Contribution[]) =>
  contributions.reduce((sum, { contributed }) => sum + contributed, 0)
