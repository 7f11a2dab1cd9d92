import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

export const boatQuery = (id: string) => query('GET /api/boats/:id', { params: { id } })
export const boatEntriesQuery = (id: string) => pagesQuery('GET /api/boats/:id/entries', { params: { id } })
/** One page of the latest. */
export const boatEntriesPageQuery = (id: string) =>
  pageQuery('GET /api/boats/:id/entries', { params: { id } })
/** The latest of one's own boats, one page. */
export const ownBoatEntriesQuery = () =>
  pageQuery('GET /api/my-boats/entries', { query: { limit: limits.boatEntriesPageMax } })
