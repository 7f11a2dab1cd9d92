import type { RefundProgress } from '#contract/funding.ts'
import { mutation } from './mutation.ts'
import { pagesQuery, type Query, query } from './query.ts'

/** Milliseconds. */
const progressMs = 3000

export const refundsQuery = (tournamentId: string): Query<RefundProgress> => ({
  ...query('GET /api/tournaments/:id/refunds', { params: { id: tournamentId } }),
  refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? progressMs : false),
})

export const fundingsQuery = (tournamentId: string) =>
  pagesQuery('GET /api/tournaments/:id/fundings', { params: { id: tournamentId }, query: { limit: 100 } })

export const retryRefund = mutation('POST /api/tournaments/:id/refunds/:fundingId/retry', {
  stale: ['/api/tournaments/*'],
  answers: ({ params }) => refundsQuery(params.id),
})
