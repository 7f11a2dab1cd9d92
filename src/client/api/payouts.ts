import { pathOf } from './client.ts'
import { mutation } from './mutation.ts'
import { query } from './query.ts'

const showsPayouts = ['/api/tournaments/*']

export const resultsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/results', { params: { id: tournamentId } })
export const payoutsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/payouts', { params: { id: tournamentId } })
export const statementQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/statement', { params: { id: entryId } })

export const statementPath = (entryId: string) =>
  pathOf('GET /api/tournament-entries/:id/statement', { params: { id: entryId } })
/** CSV. */
export const payoutsFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/payouts.csv', { params: { id: tournamentId } })

/** Changes nothing. */
export const previewResults = mutation('POST /api/tournaments/:id/results/preview')
export const confirmResults = mutation('POST /api/tournaments/:id/results', {
  stale: showsPayouts,
  answers: ({ params }) => resultsQuery(params.id),
})
export const markPaid = mutation('POST /api/payouts/:id/paid', { stale: showsPayouts })
export const markUnpaid = mutation('DELETE /api/payouts/:id/paid', { stale: showsPayouts })
