import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pagesQuery } from '#client/api/query.ts'

export const catchesQuery = (tournamentId: string) =>
  pagesQuery('GET /api/tournaments/:id/catches', { params: { id: tournamentId }, query: { limit: 20 } })

/** CSV. */
export const catchesFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/catches.csv', { params: { id: tournamentId } })

/** Doesn't wait for refetches, which are slow on bad connections. */
export const recordCatch = mutation('POST /api/tournament-entries/:id/catches', {
  refreshesLater: true,
})
export const correctCatch = mutation('PATCH /api/catches/:id')
export const deleteCatch = mutation('DELETE /api/catches/:id')

export const disqualifyCatch = mutation('PUT /api/catches/:id/disqualification')
export const reinstateCatch = mutation('DELETE /api/catches/:id/disqualification')
export const allowCatch = mutation('PUT /api/catches/:id/allowance')
export const endAllowance = mutation('DELETE /api/catches/:id/allowance')
