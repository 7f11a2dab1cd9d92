import type { ParsedBody } from '#contract/endpoints.ts'
import type { TournamentRow } from './tournaments.table.ts'

type Fields = Omit<ParsedBody<'PATCH /api/tournaments/:id'>, 'status'>

const columns = [
  ['name', 'name', 'name'],
  ['description', 'description', 'description'],
  ['location', 'location', 'location'],
  ['startDate', 'starts_at', 'start'],
  ['endDate', 'ends_at', 'end'],
  ['fundingClosesAt', 'funding_closes_at', 'close of funding'],
  ['payoutDays', 'payout_days', 'payout date'],
  ['prizePool', 'prize_pool_cents', 'prize pool'],
] as const

export type Change = (typeof columns)[number][2] | 'who reads the log'

/** Returns the changes of a request, in words. */
export const changesOf = (tournament: TournamentRow, fields: Fields): Change[] => [
  ...columns.flatMap(([field, column, words]) =>
    fields[field] === undefined || fields[field] === tournament[column] ? [] : [words],
  ),
  ...(fields.publicLog === undefined || fields.publicLog === (tournament.public_log === 1)
    ? []
    : ['who reads the log' as const]),
]

/** Returns whether the change is one of the texts that a co-organiser can change. */
export const isText = (change: Change): boolean =>
  change === 'name' || change === 'description' || change === 'location'
