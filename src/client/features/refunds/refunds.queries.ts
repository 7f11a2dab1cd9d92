import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/request.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { OrganiserFunding, RefundProgress } from '#contract/funding.ts'

const tournamentPath = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`

export const refundsPath = (id: string) => `${tournamentPath(id)}/refunds`
export const retryPath = (id: string, funding: string) =>
  `${refundsPath(id)}/${encodeURIComponent(funding)}/retry`
const fundingsPath = (id: string) => `${tournamentPath(id)}/fundings`

/** While money is on its way back, every so many milliseconds. */
const lookAgainMs = 3000

export const refundsQuery = (id: string) =>
  queryOptions<RefundProgress>({
    queryKey: [refundsPath(id)],
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? lookAgainMs : false),
  })

const pageSize = 100

/** Everything that was paid for boats of a tournament, in pages: the cursor is the last id of the page before. */
export const fundingsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [fundingsPath(id)],
    queryFn: ({ pageParam, signal }) =>
      request<OrganiserFunding[]>('GET', pageOf(id, pageParam), undefined, signal),
    initialPageParam: '',
    getNextPageParam: page => (page.length === pageSize ? page.at(-1)?.id : undefined),
  })

const pageOf = (id: string, cursor: string) =>
  `${fundingsPath(id)}?limit=${pageSize}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`

/** What shows fundings or refunds of this tournament, for `invalidate`. */
export const changeOf = (id: string): ChangeEvent => ({ lists: [], tournaments: [id] })
