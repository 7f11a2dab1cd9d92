import type { EntryWithTournament } from '#contract/tournaments.ts'
import { type Query, query } from './query.ts'

/** The first 500 entries. */
export const leaderboardQuery = () => query('GET /api/leaderboard') as Query<EntryWithTournament[]>
/** Figures of all entries. */
export const leaderboardTotalsQuery = () => query('GET /api/leaderboard/totals')
