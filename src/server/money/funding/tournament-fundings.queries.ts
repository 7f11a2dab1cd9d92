import { type RawBuilder, sql } from 'kysely'
import type { EntryId, FundingId, TournamentId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { FundingStatus } from '#contract/money/funding.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db } from '#server/db/connection.ts'
import { containsText } from '#server/db/dialect.ts'
import { isDisputed } from '#server/money/payouts/index.ts'
import { userName } from '#server/people/auth/index.ts'
import type { StoredFundingStatus } from './funding.table.ts'
import { isAfter, isShown, type Page } from './funding-lists.queries.ts'

const ofEntry = (db: Db, entry: EntryId) =>
  db
    .selectFrom('fundings')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .selectAll('fundings')
    .select('users.metadata')
    .where('fundings.entry_id', '=', entry)
    .where('fundings.completed_at', 'is not', null)
    .where('fundings.set_aside_at', 'is', null)
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')

/** Returns a page of an entry's backers, newest first. @param search a part of the backer's name */
export const listBackers = (
  db: Db,
  entry: EntryId,
  { size, after, search = '' }: Page & { search?: string | undefined },
) =>
  ofEntry(db, entry)
    .where(isAfter(after))
    .$if(search !== '', list => list.where(() => containsText([userName], search)))
    .limit(size)
    .execute()

/** Returns all backers of an entry, newest first. */
export const listAllBackers = (db: Db, entry: EntryId): Promise<BackerRow[]> => ofEntry(db, entry).execute()

export const findBacker = (db: Db, entry: EntryId, id: FundingId): Promise<BackerRow | undefined> =>
  ofEntry(db, entry).where('fundings.id', '=', id).executeTakeFirst()

export type BackerRow = Awaited<ReturnType<typeof listBackers>>[number]

/** Cents of counted fundings. */
const sumWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`sum(case when fundings.status = 'completed' and ${condition} then fundings.amount_cents else 0 end)`

const ofTournament = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .selectAll('fundings')
    .select([
      'users.metadata',
      'entries.id as id_of_entry',
      'entries.current_funding_cents',
      'entries.handed_over_cents',
      'entries.withdrawal_reason',
      'tournaments.cancel_reason',
      'boats.name as boat_name',
      isDisputed('fundings.id').as('disputed'),
    ])
    .where('entries.tournament_id', '=', tournament)
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')

export type OrganiserFundingRow = Awaited<ReturnType<typeof listOfTournament>>[number]

interface OrganiserPage extends Page {
  status?: FundingStatus | undefined
  /** A part of the backer's or the boat's name. */
  search?: string | undefined
}

/** See `wireStatus`. */
const storedStatuses: Record<FundingStatus, readonly StoredFundingStatus[]> = {
  pending: ['pending', 'refund_pending'],
  completed: ['completed'],
  refunded: ['refunded'],
  failed: ['failed'],
}

/** Returns a page of the tournament's fundings, newest first, including those of withdrawn entries. */
export const listOfTournament = (
  db: Db,
  tournament: TournamentId,
  { size, after, status, search = '' }: OrganiserPage,
) =>
  ofTournament(db, tournament)
    .where(isShown)
    .where(isAfter(after))
    .$if(status !== undefined, list =>
      list.where('fundings.status', 'in', storedStatuses[status ?? 'pending']),
    )
    .$if(search !== '', list => list.where(({ ref }) => containsText([userName, ref('boats.name')], search)))
    .limit(size)
    .execute()

/** Returns all fundings of the tournament, newest first, including those of withdrawn entries. */
export const listAllOfTournament = (db: Db, tournament: TournamentId) =>
  ofTournament(db, tournament).where(isShown).execute()

/**
 * Cents of each entry that raised money, in the mode whose payments count in the tournament. `recent` and `older`: the
 * parts of `raised` that were paid since the first time, and before it since the second.
 * @param mode of the site @param since milliseconds since 1970
 */
export const sumOfTournament = (
  db: Db,
  tournament: TournamentId,
  mode: PaymentMode,
  since: { recent: number; older: number },
) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select([
      'entries.id',
      'entries.withdrawn_at',
      'entries.current_funding_cents as raised',
      'entries.handed_over_cents as handed_over',
      'boats.name as boat',
      sql<number>`sum(case when fundings.status = 'refunded' then fundings.amount_cents else 0 end
        + fundings.given_back_cents)`.as('refunded'),
      sumWhere(sql`fundings.refund_requested_at is not null`).as('refunding'),
      sumWhere(sql`fundings.completed_at >= ${since.recent}`).as('recent'),
      sumWhere(sql`fundings.completed_at < ${since.recent} and fundings.completed_at >= ${since.older}`).as(
        'older',
      ),
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('fundings.completed_at', 'is not', null)
    .where('fundings.set_aside_at', 'is', null)
    .where(
      'fundings.mode',
      '=',
      sql<PaymentMode>`coalesce((
        select counted.mode from entries as others join fundings as counted on counted.entry_id = others.id
        where others.tournament_id = ${tournament} and counted.status = 'completed' limit 1), ${mode})`,
    )
    .groupBy(['entries.id', 'boats.id'])
    .orderBy('entries.id')
    .execute()

/** Refunds with an error, also those that are retried automatically. */
const hasFailed = sql<boolean>`(fundings.refund_failed_at is not null or
  (fundings.refund_error is not null and fundings.refunded_at is null))`

export const listRefundFailures = (db: Db, tournament: TournamentId) =>
  ofTournament(db, tournament)
    .where('fundings.refund_requested_at', 'is not', null)
    .where(hasFailed)
    .limit(limits.refundFailuresShown)
    .execute()

export function countRefunds(db: Db, tournament: TournamentId) {
  return db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where fundings.status = 'refunded' and refund_failed_at is null)`.as(
        'refunded',
      ),
      sql<number>`count(*) filter (where ${hasFailed})`.as('failed'),
      sql<number>`coalesce(sum(amount_cents), 0)`.as('total_cents'),
      sql<number>`coalesce(sum(case when fundings.status = 'refunded' and refund_failed_at is null
        then amount_cents end), 0)`.as('refunded_cents'),
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('fundings.refund_requested_at', 'is not', null)
    .executeTakeFirstOrThrow()
}
