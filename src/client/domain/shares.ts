import { formatNumber } from '#contract/numbers.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

/** `"0.25%"`; "0%" and "100%" only when exact. @param whole more than 0 */
export function percentText(part: number, whole: number): string {
  if (part >= whole) return '100%'
  const hundredths = Math.min(9999, Math.round((part * 10_000) / whole))
  if (hundredths === 0) return part > 0 ? 'less than 0.01%' : '0%'
  return `${hundredths / 100}%`
}

interface SharedPart {
  ifGoalMissed: GoalRule
  payoutPercentage: number
}

/** Returns the backers' percentage of an entry's winnings; `prorate` pays less below the goal. */
export const payoutPercentText = (
  { ifGoalMissed, payoutPercentage }: SharedPart,
  upTo: 'Up to' | 'up to' = 'Up to',
): string => `${ifGoalMissed === 'prorate' ? `${upTo} ` : ''}${formatNumber(payoutPercentage)}%`

/** Names the winnings that backers get a part of. @param isPartlyShared backers get no part of some pots */
export const winningsText = (isPartlyShared: boolean): 'winnings' | 'shared winnings' =>
  isPartlyShared ? 'shared winnings' : 'winnings'

/** `"Up to 40% of shared winnings"` */
export const payoutText = (
  entry: Pick<Entry, 'ifGoalMissed' | 'payoutPercentage' | 'sharedPots'>,
  upTo?: 'Up to' | 'up to',
): string => `${payoutPercentText(entry, upTo)} of ${winningsText(entry.sharedPots !== undefined)}`
