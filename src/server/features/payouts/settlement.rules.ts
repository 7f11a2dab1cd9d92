import type { GoalRule } from '#contract/goal-rules.ts'

/** Amounts are integer cents; products are BigInt, because they may exceed 2^53. */

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

export interface Settled {
  raised: number
  pool: number
  /** In the order of funding. */
  shares: Share[]
}

/** By time, then id (UUIDv7). */
export const earlierFirst = (a: Contribution, b: Contribution): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export interface PoolTerms {
  /** 1 to 10000. */
  basisPoints: number
  rule: GoalRule
  goal: number
}

/** Rounded down to the cent, once. A missed `refund` has no contributions, so that its pool is 0. */
export function poolOf(winnings: number, { basisPoints, rule, goal }: PoolTerms, raised: number): number {
  if (raised === 0) return 0
  const [part, whole] = rule === 'prorate' ? [BigInt(raised), BigInt(goal)] : [1n, 1n]
  return Number((BigInt(winnings) * BigInt(basisPoints) * part) / (10_000n * whole))
}

/**
 * Rounds shares down, then gives leftover cents by largest remainder, ties to the earlier funding. Sums to the pool.
 * @throws RangeError for a pool without contributions
 */
export function sharesOf(pool: number, contributions: readonly Contribution[]): Share[] {
  const raised = sumOf(contributions)
  if (raised === 0) {
    if (pool === 0 && contributions.length === 0) return []
    throw new RangeError('a pool needs contributions')
  }
  const divided = contributions.toSorted(earlierFirst).map(contribution => {
    const product = BigInt(pool) * BigInt(contribution.contributed)
    return {
      contribution,
      roundedDown: Number(product / BigInt(raised)),
      remainder: product % BigInt(raised),
    }
  })
  const left = pool - divided.reduce((sum, { roundedDown }) => sum + roundedDown, 0)
  // Stable: ties keep the order of funding.
  const byRemainder = divided.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )
  const lucky = new Set(byRemainder.slice(0, left))
  return divided.map(part => {
    const extraCent = lucky.has(part)
    const { contribution, roundedDown } = part
    return { ...contribution, roundedDown, extraCent, amount: roundedDown + (extraCent ? 1 : 0) }
  })
}

/** The backers' part of the winnings in cents; 0 without contributions. */
export function settle(winnings: number, terms: PoolTerms, contributions: readonly Contribution[]): Settled {
  const raised = sumOf(contributions)
  const pool = poolOf(winnings, terms, raised)
  return { raised, pool, shares: sharesOf(pool, contributions) }
}

const sumOf = (contributions: readonly Contribution[]) =>
  contributions.reduce((sum, { contributed }) => sum + contributed, 0)
