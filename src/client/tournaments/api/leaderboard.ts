import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

export const leaderboardTotalsQuery = () => query('GET /api/leaderboard/totals')
export const boardsQuery = () =>
  pageQuery('GET /api/leaderboard/boards', { query: { limit: limits.boardsPage } })
/** Boards of the kiosk screen of all tournaments. */
export const runningBoardsQuery = () =>
  pageQuery('GET /api/leaderboard/boards', { query: { category: 'active', limit: limits.boardsPageMax } })
/** Returns the board of the tournament that ended last. */
export const lastBoardQuery = () =>
  pageQuery('GET /api/leaderboard/boards', { query: { category: 'past', limit: 1 } })
export const boardPagesQuery = () =>
  pagesQuery('GET /api/leaderboard/boards', { query: { limit: limits.boardsPage } })
