import type { EntryWithTournament } from '#contract/tournaments.ts'
import { pageQuery, type Query, query } from './query.ts'

export const leaderboardQuery = () => query('GET /api/leaderboard') as Query<EntryWithTournament[]>
export const leaderboardTotalsQuery = () => query('GET /api/leaderboard/totals')
/** One page; the next by `nextPageQuery`. @param limit boards */
export const boardsQuery = (limit?: number) => pageQuery('GET /api/leaderboard/boards', { query: { limit } })
