import { queryOptions } from '@tanstack/react-query'
import type { Backer } from '#contract/funding.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments.ts'

const entryPath = (entryId: string) => `/api/tournament-entries/${encodeURIComponent(entryId)}`

export const entryQuery = (entryId: string) =>
  queryOptions<Entry & { tournament: TournamentSummary }>({ queryKey: [entryPath(entryId)] })

export const backersQuery = (entryId: string) =>
  queryOptions<Backer[]>({ queryKey: [`${entryPath(entryId)}/backers`] })

export const replyPath = (entryId: string, fundingId: string) =>
  `${entryPath(entryId)}/backers/${encodeURIComponent(fundingId)}/reply`
