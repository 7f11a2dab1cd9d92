import { queryOptions } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'
import type { Funding, IntentState } from '#contract/funding.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments.ts'

/** An entry as it stands alone: with its tournament. */
export type FundedEntry = Entry & { tournament: TournamentSummary }

export const entryQuery = (id: string) =>
  queryOptions<FundedEntry>({ queryKey: [`/api/tournament-entries/${encodeURIComponent(id)}`] })

export const myFundingQuery = () => queryOptions<Funding[]>({ queryKey: ['/api/funding/my'] })

/** What became of a payment of one's own. */
export const intentPath = (intentId: string) => `/api/funding/intent/${encodeURIComponent(intentId)}`

/** The same, asked anew each time. */
export const intentQuery = (intentId: string) =>
  queryOptions<IntentState>({
    queryKey: [intentPath(intentId)],
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** A file with all fundings of a year. */
export const csvPath = '/api/funding/my.csv'

/** What shows a funding, for `invalidate`. */
export const fundingChange: ChangeEvent = {
  lists: ['/api/tournaments', '/api/tournament-entries/:id', '/api/funding/my'],
  tournaments: [],
}
