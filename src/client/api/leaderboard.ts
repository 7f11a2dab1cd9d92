import { limits } from '#contract/limits.ts'
import { pageQuery, pagesQuery, query } from './query.ts'

export const leaderboardTotalsQuery = () => query('GET /api/leaderboard/totals')
/** One page. @param limit boards */
export const boardsQuery = (limit: number = limits.boardsPage) =>
  pageQuery('GET /api/leaderboard/boards', { query: { limit } })
export const boardPagesQuery = () =>
  pagesQuery('GET /api/leaderboard/boards', { query: { limit: limits.boardsPage } })
