import type { GoalRule } from '#contract/goal-rules.ts'
import { formatNumber } from './numbers.ts'

/** By settlement's formula. Cents unless noted. */

/** `"0.25%"`; "0%" and "100%" only when exact. @param whole more than 0 */
export function percentText(part: number, whole: number): string {
  if (part >= whole) return '100%'
  const hundredths = Math.min(9999, Math.round((part * 10_000) / whole))
  if (hundredths === 0) return part > 0 ? 'less than 0.01%' : '0%'
  return `${hundredths / 100}%`
}

/** Of an entry's winnings. Less than the goal brings less by `prorate`. */
export const payoutPercentText = ({ ifGoalMissed, payoutPercentage }: Omit<PoolTerms, 'goal'>): string =>
  `${ifGoalMissed === 'prorate' ? 'Up to ' : ''}${formatNumber(payoutPercentage)}%`

interface PoolTerms {
  ifGoalMissed: GoalRule
  /** With at most two decimals. */
  payoutPercentage: number
  goal: number
}

/** @param raised at the end, at most the goal */
export function poolOf(
  winnings: number,
  { ifGoalMissed, payoutPercentage, goal }: PoolTerms,
  raised: number,
): number {
  const full = BigInt(winnings) * BigInt(Math.round(payoutPercentage * 100))
  return ifGoalMissed === 'prorate'
    ? Number((full * BigInt(raised)) / (10_000n * BigInt(goal)))
    : Number(full / 10_000n)
}

/** Rounded down. @param total includes this contribution; more than 0 */
export const shareOf = (pool: number, contributed: number, total: number): number =>
  Number((BigInt(pool) * BigInt(contributed)) / BigInt(total))
