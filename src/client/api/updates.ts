import { mutation } from './mutation.ts'
import { query } from './query.ts'
import { showsTournaments } from './tournaments.ts'

/** How many updates of a tournament its organiser sees at most. */
export const managedUpdatesMax = 200
/** As many as fit beside the leaderboard of a large screen. */
const kioskUpdatesMax = 12

export const updatesQuery = () => query('GET /api/tournament-updates')
export const managedUpdatesQuery = (tournamentId: string) =>
  query('GET /api/tournament-updates', { query: { tournamentId, limit: managedUpdatesMax } })
/** Of one tournament, or of all. */
export const kioskUpdatesQuery = (tournamentId?: string) =>
  query('GET /api/tournament-updates', {
    query: { limit: kioskUpdatesMax, ...(tournamentId !== undefined && { tournamentId }) },
  })

export const postUpdate = mutation('POST /api/tournament-updates', { stale: showsTournaments })
export const deleteUpdate = mutation('DELETE /api/tournament-updates/:id', { stale: showsTournaments })
