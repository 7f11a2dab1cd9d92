import { mutation } from './mutation.ts'
import { tournamentReads } from './tournaments.ts'

/** Doesn't wait for refetches, which are slow on bad connections. */
export const recordCatch = mutation('POST /api/tournament-entries/:id/catches', {
  stale: tournamentReads,
  refreshesLater: true,
})
export const correctCatch = mutation('PATCH /api/catches/:id', { stale: tournamentReads })
export const deleteCatch = mutation('DELETE /api/catches/:id', { stale: tournamentReads })
