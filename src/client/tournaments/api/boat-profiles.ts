import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

export const boatQuery = (id: string) => query('GET /api/boats/:id', { params: { id } })
export const boatCareerQuery = (id: string) => query('GET /api/boats/:id/career', { params: { id } })
export const boatEntriesQuery = (id: string) => pagesQuery('GET /api/boats/:id/entries', { params: { id } })
/** Returns one page of the latest entries. */
export const boatEntriesPageQuery = (id: string) =>
  pageQuery('GET /api/boats/:id/entries', { params: { id } })
/** Returns one page of the latest entries of the viewer's boats. */
export const ownBoatEntriesQuery = () =>
  pageQuery('GET /api/my-boats/entries', { query: { limit: limits.boatEntriesPageMax } })
/** Live ones first. @param search words of the boat's or the captain's name */
export const tournamentBoatsQuery = (search = '') =>
  pagesQuery('GET /api/tournament-boats', { query: { limit: 24, ...(search !== '' && { q: search }) } })
