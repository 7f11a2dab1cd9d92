import { basisPointsOf, poolOf } from '#contract/money/shares.ts'
import { dollars } from '#contract/money.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'

/** Cents. */
const [raised, winnings] = [1000, 5_000_000]

/** Example of a goal rule in dollars, in one sentence. @param goal cents */
export function goalRuleExample(rule: GoalRule, goal: number, percent: number): string {
  if (rule === 'refund')
    return `If less than ${dollars(goal)} is raised when funding closes, everyone gets their money back and you fish without backers.`
  const pool = poolOf(winnings, { rule, basisPoints: basisPointsOf(percent), goal }, raised)
  return `If only ${dollars(raised)} is raised and the boat wins ${dollars(winnings)}, that backer gets ${dollars(pool)}.`
}
