import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RefundProgress } from '#contract/funding.ts'
import { api, pathOf } from './client.ts'
import { mutation } from './mutation.ts'
import { type Query, query } from './query.ts'

/** Milliseconds. */
const progressMs = 3000

export const refundsQuery = (tournamentId: string): Query<RefundProgress> => ({
  ...query('GET /api/tournaments/:id/refunds', { params: { id: tournamentId } }),
  refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? progressMs : false),
})

const pageSize = 100

/** The cursor is the last id of the previous page. */
export const fundingsQuery = (tournamentId: string) => {
  const params = { id: tournamentId }
  return infiniteQueryOptions({
    queryKey: [pathOf('GET /api/tournaments/:id/fundings', { params })],
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /api/tournaments/:id/fundings', {
        params,
        query: { limit: pageSize, ...(cursor !== '' && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: page => (page.length === pageSize ? page.at(-1)?.id : undefined),
  })
}

export const retryRefund = mutation('POST /api/tournaments/:id/refunds/:fundingId/retry', {
  stale: ['/api/tournaments/*'],
  answers: ({ params }) => refundsQuery(params.id),
})
