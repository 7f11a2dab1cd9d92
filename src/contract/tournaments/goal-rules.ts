/** What backers get of an entry that does not reach its goal: see `poolOf` in `shares.ts`. */
export const goalRules = ['share', 'prorate', 'refund'] as const
export type GoalRule = (typeof goalRules)[number]

/** A backer's part in the entry. */
export const insiderRoles = ['owner', 'crew', 'organiser'] as const
export type InsiderRole = (typeof insiderRoles)[number]
