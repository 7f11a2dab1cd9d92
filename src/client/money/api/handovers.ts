import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'

/** Newest first. */
export const handoversQuery = (entryId: string) =>
  pagesQuery('GET /api/tournament-entries/:id/handovers', { params: { id: entryId }, query: { limit: 50 } })
export const handoverTotalsQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/handovers/totals', { params: { id: entryId } })

/** CSV, of all boats of a tournament. */
export const handoversFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/handovers.csv', { params: { id: tournamentId } })

export const recordHandover = mutation('POST /api/tournament-entries/:id/handovers')
export const reverseHandover = mutation('POST /api/tournament-entries/:id/handovers/:handoverId/reverse')
