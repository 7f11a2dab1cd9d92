import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'

/** The latest of all tournaments, for home. */
export const latestAnnouncementsQuery = () => query('GET /api/announcements', { query: { limit: 3 } })
/** The pinned one first. As many as a tournament's page shows without JavaScript. */
export const announcementsQuery = (tournamentId: string) =>
  pagesQuery('GET /api/announcements', { query: { tournamentId, limit: 20 } })
/** Announcements of one tournament, or of all without an id. */
export const kioskAnnouncementsQuery = (tournamentId?: string) =>
  query('GET /api/announcements', {
    query: { limit: 20, ...(tournamentId !== undefined && { tournamentId }) },
  })

export const postAnnouncement = mutation('POST /api/tournaments/:id/announcements')
export const changeAnnouncement = mutation('PATCH /api/announcements/:id')
export const deleteAnnouncement = mutation('DELETE /api/announcements/:id')
