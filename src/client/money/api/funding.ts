import { api } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'
import type { FundingStage } from '#contract/paging.ts'

export const myFundingQuery = (stage: FundingStage) =>
  pagesQuery('GET /api/funding/my', { query: { stage, limit: 12 } })
export const fundingTotalsQuery = () => query('GET /api/funding/my/totals')
export const fundingQuery = (id: string) => query('GET /api/funding/my/:id', { params: { id } })
/** State of a payment; never cached. */
export const intentQuery = (intentId: string) => ({
  ...query('GET /api/funding/intent/:intentId', { params: { intentId } }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

/** The viewer's fundings of a `?year=` as CSV. */
export const yearFilePath = '/api/funding/my.csv'

export const createIntent = mutation('POST /api/create-payment-intent')
export const recordFunding = mutation('POST /api/funding')
export const readIntent = (intentId: string) =>
  api('GET /api/funding/intent/:intentId', { params: { intentId } })
