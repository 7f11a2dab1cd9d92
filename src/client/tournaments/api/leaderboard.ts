import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

export const leaderboardTotalsQuery = () => query('GET /api/leaderboard/totals')
/** One page. @param limit boards */
export const boardsQuery = (limit: number = limits.boardsPage) =>
  pageQuery('GET /api/leaderboard/boards', { query: { limit } })
export const boardPagesQuery = () =>
  pagesQuery('GET /api/leaderboard/boards', { query: { limit: limits.boardsPage } })
