import { limits } from '../limits.ts'

/** Shares of an entry that does not reach its goal: see `poolOf` in `shares.ts`. */
export const goalRules = ['share', 'prorate', 'refund'] as const
export type GoalRule = (typeof goalRules)[number]

/** Outcome of a missed goal, as a choice. */
export const goalRuleNames: Record<GoalRule, string> = {
  share: 'Share the whole percentage',
  prorate: 'Share in proportion to what was raised',
  refund: 'Refund everyone',
}

/** A backer's part in the entry. */
export const insiderRoles = ['owner', 'crew', 'organiser'] as const
export type InsiderRole = (typeof insiderRoles)[number]

/** Returns whether no card can pay what remains of a goal. Partial refunds leave such amounts. @param remaining cents */
export const isTooSmallForCard = (remaining: number): boolean =>
  remaining > 0 && remaining < limits.cardMinCents
