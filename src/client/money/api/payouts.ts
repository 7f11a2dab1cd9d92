import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'
import type { PayoutProvider } from '#contract/money/payout-file-texts.ts'

export const resultsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/results', { params: { id: tournamentId } })
/** Podium, biggest fish and shared money, once results are official. */
export const recapQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/recap', { params: { id: tournamentId } })
/** The viewer's. */
export const ownResultQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/results/mine', { params: { id: tournamentId } })
export type PayoutFilter = 'owed' | 'paid' | 'frozen' | 'to-return' | 'any'

/** @param searchText a part of a backer's name or address, a boat's name or a reference */
export const payoutsQuery = (tournamentId: string, status: PayoutFilter, searchText: string) =>
  pagesQuery('GET /api/tournaments/:id/payouts', {
    params: { id: tournamentId },
    query: { status, limit: 50, ...(searchText !== '' && { q: searchText }) },
  })
export const payoutTotalsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/payouts/totals', { params: { id: tournamentId } })
/** People who are owed shares. @param searchText see {@link payoutsQuery} */
export const backersToPayQuery = (tournamentId: string, searchText: string) =>
  pagesQuery('GET /api/tournaments/:id/payouts/backers', {
    params: { id: tournamentId },
    query: { status: 'owed', limit: 50, ...(searchText !== '' && { q: searchText }) },
  })
/** Shares owed to one backer. */
export const owedToQuery = (tournamentId: string, backer: string) =>
  query('GET /api/tournaments/:id/payouts', {
    params: { id: tournamentId },
    query: { status: 'owed', backer, limit: limits.listPageMax },
  })
export const statementQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/statement', { params: { id: entryId } })

export const statementPath = (entryId: string) =>
  pathOf('GET /api/tournament-entries/:id/statement', { params: { id: entryId } })
/** CSV. */
export const statementFilePath = (entryId: string) =>
  pathOf('GET /api/tournament-entries/:id/statement.csv', { params: { id: entryId } })
/** CSV. */
export const payoutsFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/payouts.csv', { params: { id: tournamentId } })

/** One for each provider. */
export const payoutFilesQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/payouts/files', { params: { id: tournamentId } })
/** CSV. */
export const payoutFilePath = (tournamentId: string, provider: PayoutProvider) =>
  pathOf(`GET /api/tournaments/:id/payouts/${provider}.csv`, { params: { id: tournamentId } })
export const payoutImportsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/payouts/imports', { params: { id: tournamentId } })
/** Changes nothing. */
export const previewImport = mutation('POST /api/tournaments/:id/payouts/imports/preview')
export const importReport = mutation('POST /api/tournaments/:id/payouts/imports')
export const undoImport = mutation('DELETE /api/payout-imports/:id')

/** Changes nothing. */
export const previewResults = mutation('POST /api/tournaments/:id/results/preview')
export const confirmResults = mutation('POST /api/tournaments/:id/results', {
  answers: ({ params }) => resultsQuery(params.id),
})
/** Changes nothing. */
export const previewRound = mutation('POST /api/tournaments/:id/results/rounds/preview')
export const confirmRound = mutation('POST /api/tournaments/:id/results/rounds', {
  answers: ({ params }) => resultsQuery(params.id),
})
export const markReturned = mutation('POST /api/payouts/:id/returned')
export const waiveShare = mutation('POST /api/payouts/:id/waived')
export const markPaid = mutation('POST /api/tournaments/:id/payouts/paid')
export const markUnpaid = mutation('DELETE /api/payouts/:id/paid')

/** The signed-in person's. */
export const payoutDetailsQuery = () => query('GET /api/payout-details')
export const savePayoutDetails = mutation('PUT /api/payout-details', {
  answers: payoutDetailsQuery,
  refreshesLater: true,
})
export const deletePayoutDetails = mutation('DELETE /api/payout-details')
