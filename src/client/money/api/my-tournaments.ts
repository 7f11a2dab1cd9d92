import { pageQuery, pagesQuery } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

/** One's own, those that need the organiser first. */
export const myTournamentsQuery = () =>
  pagesQuery('GET /api/my-tournaments', { query: { limit: limits.myTournamentsPage } })
/** Tournaments on home. */
export const firstOfMyTournamentsQuery = () => pageQuery('GET /api/my-tournaments', { query: { limit: 3 } })
