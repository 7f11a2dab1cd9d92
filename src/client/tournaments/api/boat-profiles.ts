import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

export const boatQuery = (id: string) => query('GET /api/boats/:id', { params: { id } })
export const boatCareerQuery = (id: string) => query('GET /api/boats/:id/career', { params: { id } })
export const boatEntriesQuery = (id: string) => pagesQuery('GET /api/boats/:id/entries', { params: { id } })
/** One page of the latest. */
export const boatEntriesPageQuery = (id: string) =>
  pageQuery('GET /api/boats/:id/entries', { params: { id } })
/** The latest of one's own boats, one page. */
export const ownBoatEntriesQuery = () =>
  pageQuery('GET /api/my-boats/entries', { query: { limit: limits.boatEntriesPageMax } })
/** Live ones first. @param typed words of the boat's or the captain's name */
export const tournamentBoatsQuery = (typed = '') =>
  pagesQuery('GET /api/tournament-boats', { query: { limit: 24, ...(typed !== '' && { q: typed }) } })
