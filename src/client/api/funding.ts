import { api } from './client.ts'
import { mutation } from './mutation.ts'
import { query } from './query.ts'

/** Patterns of what shows a funding. */
export const showsFunding = ['/api/tournaments', '/api/tournament-entries/:id', '/api/funding/my']

export const myFundingQuery = () => query('GET /api/funding/my')
/** The state of one of the viewer's payments, never from the cache. */
export const intentQuery = (intentId: string) => ({
  ...query('GET /api/funding/intent/:intentId', { params: { intentId } }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

/** A file with the viewer's fundings of a `?year=`. */
export const yearFilePath = '/api/funding/my.csv'

export const createIntent = mutation('POST /api/create-payment-intent')
export const recordFunding = mutation('POST /api/funding', { stale: showsFunding })
export const readIntent = (intentId: string) =>
  api('GET /api/funding/intent/:intentId', { params: { intentId } })
