import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'

/** Updates that fit on a large screen. */
const kioskUpdatesMax = 12

/** A page of the home page. */
export const homeUpdates = 6

export const updatesQuery = () => pagesQuery('GET /api/tournament-updates', { query: { limit: homeUpdates } })
export const boatUpdatesQuery = (boatId: string) =>
  pagesQuery('GET /api/tournament-updates', { query: { boatId, limit: 10 } })
export const tournamentUpdatesQuery = (tournamentId: string) =>
  pagesQuery('GET /api/tournament-updates', { query: { tournamentId, limit: 10 } })
export const managedUpdatesQuery = (tournamentId: string) =>
  pagesQuery('GET /api/tournament-updates', { query: { tournamentId, limit: 20 } })
export const kioskUpdatesQuery = (tournamentId?: string) =>
  query('GET /api/tournament-updates', {
    query: { limit: kioskUpdatesMax, ...(tournamentId !== undefined && { tournamentId }) },
  })

export const postUpdate = mutation('POST /api/tournament-updates')
export const deleteUpdate = mutation('DELETE /api/tournament-updates/:id')
