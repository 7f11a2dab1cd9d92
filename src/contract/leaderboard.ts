import { count, type Infer, money, object } from './json-schema.ts'

/** Totals of all pages; counts each boat once. */
export const leaderboardTotals = object({ tournaments: count, boats: count, prizePool: money })
export type LeaderboardTotals = Infer<typeof leaderboardTotals>
