import { count, type Infer, money, object } from './json-schema.ts'

/** Counts each boat once. */
export const leaderboardTotals = object({ tournaments: count, boats: count, prizePool: money })
export type LeaderboardTotals = Infer<typeof leaderboardTotals>
