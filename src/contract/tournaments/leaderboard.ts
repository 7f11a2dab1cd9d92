import { count, type Infer, list, money, object } from '../json-schema.ts'
import { entry, tournamentSummary } from './tournaments.ts'

/** Counts each boat once. */
export const leaderboardTotals = object({ tournaments: count, boats: count, prizePool: money })
export type LeaderboardTotals = Infer<typeof leaderboardTotals>

/** The first places of a tournament; `boats` counts all. */
export const board = object({ tournament: tournamentSummary, boats: count, entries: list(entry) })
export type Board = Infer<typeof board>
