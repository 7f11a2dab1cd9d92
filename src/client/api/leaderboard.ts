import type { EntryWithTournament } from '#contract/tournaments.ts'
import { type Query, query } from './query.ts'

export const leaderboardQuery = () => query('GET /api/leaderboard') as Query<EntryWithTournament[]>
export const leaderboardTotalsQuery = () => query('GET /api/leaderboard/totals')
