import { pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

/** A category, or one day of it. */
interface Board {
  category: { key: string }
  day: string | null
}

const partOf = ({ category, day }: Board) => ({ category: category.key, ...(day !== null && { day }) })

/** Contestants by place, with their fish. */
export const boardLinesQuery = (id: string, board: Board) =>
  pagesQuery('GET /api/tournaments/:id/board', {
    params: { id },
    query: { ...partOf(board), limit: limits.boardLines },
  })

/** The first contestants, each with its best fish. */
export const kioskBoardQuery = (id: string, board: Board) =>
  query('GET /api/tournaments/:id/board', {
    params: { id },
    query: { ...partOf(board), limit: limits.boardLinesMax, fish: 1 },
  })
