import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, type Query, query } from '#client/api/query.ts'
import type { FundingStatus, RefundProgress } from '#contract/money/funding.ts'

/** Milliseconds. */
const progressMs = 3000

export const refundsQuery = (tournamentId: string): Query<RefundProgress> => ({
  ...query('GET /api/tournaments/:id/refunds', { params: { id: tournamentId } }),
  refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? progressMs : false),
})

export type FundingFilter = FundingStatus | 'any'

/** @param searchText a part of a backer's or boat's name */
export const fundingsQuery = (tournamentId: string, status: FundingFilter, searchText: string) =>
  pagesQuery('GET /api/tournaments/:id/fundings', {
    params: { id: tournamentId },
    query: { limit: 100, ...(status !== 'any' && { status }), ...(searchText !== '' && { q: searchText }) },
  })
export const tournamentFundingTotalsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/fundings/totals', { params: { id: tournamentId } })
/** CSV. */
export const fundingsFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/fundings.csv', { params: { id: tournamentId } })

export const retryRefund = mutation('POST /api/tournaments/:id/refunds/:fundingId/retry', {
  answers: ({ params }) => refundsQuery(params.id),
})
