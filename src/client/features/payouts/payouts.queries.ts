import { queryOptions } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'
import type { Payout, Results, Statement } from '#contract/payouts.ts'

const tournamentPath = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`

export const resultsPath = (id: string) => `${tournamentPath(id)}/results`
export const previewPath = (id: string) => `${resultsPath(id)}/preview`
const payoutsPath = (id: string) => `${tournamentPath(id)}/payouts`
/** A file for the organiser's spreadsheet. */
export const payoutsFile = (id: string) => `${payoutsPath(id)}.csv`
export const paidPath = (payout: string) => `/api/payouts/${encodeURIComponent(payout)}/paid`
export const statementPath = (entry: string) =>
  `/api/tournament-entries/${encodeURIComponent(entry)}/statement`

export const resultsQuery = (id: string) => queryOptions<Results>({ queryKey: [resultsPath(id)] })
export const payoutsQuery = (id: string) => queryOptions<Payout[]>({ queryKey: [payoutsPath(id)] })
export const statementQuery = (entry: string) => queryOptions<Statement>({ queryKey: [statementPath(entry)] })

/** What shows results or payouts of this tournament, for `invalidate`. */
export const changeOf = (id: string): ChangeEvent => ({ lists: [], tournaments: [id] })
