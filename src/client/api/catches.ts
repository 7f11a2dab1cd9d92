import { mutation } from './mutation.ts'
import { showsTournaments } from './tournaments.ts'

/** The catch counts once it is answered: over a slow connection the lists follow later. */
export const recordCatch = mutation('POST /api/tournament-entries/:id/catches', {
  stale: showsTournaments,
  refreshesLater: true,
})
export const correctCatch = mutation('PATCH /api/catches/:id', { stale: showsTournaments })
export const deleteCatch = mutation('DELETE /api/catches/:id', { stale: showsTournaments })
