import { mutation } from './mutation.ts'
import { showsTournaments } from './tournaments.ts'

/** Doesn't wait for refetches, which are slow on bad connections. */
export const recordCatch = mutation('POST /api/tournament-entries/:id/catches', {
  stale: showsTournaments,
  refreshesLater: true,
})
export const correctCatch = mutation('PATCH /api/catches/:id', { stale: showsTournaments })
export const deleteCatch = mutation('DELETE /api/catches/:id', { stale: showsTournaments })
