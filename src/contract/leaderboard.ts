import { count, type Infer, money, object } from './json-schema.ts'

/** Totals over all pages of the leaderboard. A boat with several entries counts once. */
export const leaderboardTotals = object({ tournaments: count, boats: count, prizePool: money })
export type LeaderboardTotals = Infer<typeof leaderboardTotals>
