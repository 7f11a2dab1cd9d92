import { type RawBuilder, sql } from 'kysely'
import type { EntryId, FundingId, TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { FundingStatus } from '#contract/money/funding.ts'
import type { FundingStage } from '#contract/paging.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { compareRow } from '#server/db/row-order.ts'
import { containsText } from '#server/db/search.ts'
import { withoutIndex } from '#server/db/without-index.ts'
import { notFound } from '#server/http/errors.ts'
import { encodePosition, type Position } from '#server/http/paging.ts'
import { userName } from '#server/people/auth/index.ts'
import { fundedEntries } from './entry-funding.queries.ts'
import type { FundingRow, StoredFundingStatus } from './funding.table.ts'

const withEntry = (db: Db) =>
  fundedEntries(db)
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .selectAll('fundings')
    .select('entries.id as id_of_entry')

export const noFunding = () => notFound('There is no such funding.')

/** The cursor behind a row. */
export const positionOf = ({ created_at: at, id }: Pick<FundingRow, 'created_at' | 'id'>): string =>
  encodePosition({ at, id })

const isShown = sql<boolean>`(fundings.status not in ('pending', 'failed') or fundings.claimed_at is not null
  or fundings.set_aside_at is not null)`

export type MyFundingRow = Awaited<ReturnType<typeof listMine>>[number]

interface Page {
  size: number
  after: Position
}

const isAfter = ({ at, id }: Position) => compareRow(['fundings.created_at', 'fundings.id'], '<', [at, id])

const mine = (db: Db, backer: UserId) =>
  withEntry(db)
    .where('fundings.backer_id', '=', backer)
    .where(isShown)
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')

interface StagePage extends Page {
  stage?: FundingStage | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** At stake: without refunds, in a tournament that goes on and has no results. */
const atStake = sql<boolean>`(fundings.status in ('pending', 'completed') and fundings.refund_requested_at is null
  and tournaments.cancelled_at is null and settlements.settled_at is null)`

function atStage(stage: FundingStage, now: number): RawBuilder<boolean> {
  switch (stage) {
    case 'upcoming':
      return sql<boolean>`(${atStake} and tournaments.starts_at > ${now})`
    case 'water':
      return sql<boolean>`(${atStake} and tournaments.starts_at <= ${now})`
    case 'settled':
      return sql<boolean>`not ${atStake}`
  }
}

/** Newest first. */
export const listMine = (db: Db, backer: UserId, { size, after, stage, now }: StagePage) =>
  mine(db, backer)
    .where(isAfter(after))
    .$if(stage !== undefined, list => (stage === undefined ? list : list.where(atStage(stage, now))))
    .limit(size)
    .execute()

/** So that reading stays bounded. */
const latestRead = 500

const backed = compileOnce((db, backer: UserId, now: number) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .select(['entries.id', 'entries.tournament_id'])
    .where('fundings.id', 'in', ({ selectFrom }) =>
      selectFrom('fundings as latest')
        .select('latest.id')
        .where('backer_id', '=', backer)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(latestRead)),
    )
    .where('fundings.set_aside_at', 'is', null)
    .where(isShown)
    .where(atStake)
    .groupBy('entries.id')
    .orderBy(sql`tournaments.starts_at <= ${now}`, 'desc')
    .orderBy(({ fn }) => fn.max('fundings.created_at'), 'desc')
    .limit(sql.lit(limits.myBoats)),
)

/** Entries that the backer's latest 500 fundings are at stake in: on the water first, then the latest funded. */
export const listBackedEntries = (db: Db, backer: UserId, now: number) => backed(db, backer, now)

/** Newest first. Milliseconds since 1970. @param to exclusive */
export const listMineBetween = (db: Db, backer: UserId, from: number, to: number) =>
  mine(db, backer).where('fundings.created_at', '>=', from).where('fundings.created_at', '<', to).execute()

export const findShownOfMine = (db: Db, backer: UserId, id: FundingId): Promise<MyFundingRow | undefined> =>
  mine(db, backer).where('fundings.id', '=', id).executeTakeFirst()

const sumIf = (condition: RawBuilder<unknown>, cents: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${cents}) filter (where ${condition}), 0)`

/** Cents. Without what was or will be refunded. */
export const sumMine = (db: Db, backer: UserId, mode: PaymentMode) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .leftJoin('payouts', 'payouts.funding_id', 'fundings.id')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('fundings.amount_cents'), sql.lit(0)).as('funded'),
      fn.count<number>('entries.boat_id').distinct().as('boats'),
      fn.count<number>('entries.tournament_id').distinct().as('tournaments'),
      sql<number>`coalesce(sum(coalesce(payouts.paid_cents, payouts.payable_cents)), 0)`.as('won'),
      sumIf(sql`payouts.id is not null`, sql.ref('fundings.amount_cents')).as('settled'),
      sumIf(sql`payouts.paid_at is null`, sql.ref('payouts.payable_cents')).as('owed'),
    ])
    .where('fundings.backer_id', '=', backer)
    .where(withoutIndex<PaymentMode>('fundings.mode'), '=', mode)
    .where('fundings.status', '=', 'completed')
    .where('fundings.refund_requested_at', 'is', null)
    .where('fundings.refunded_at', 'is', null)
    .executeTakeFirstOrThrow()

/** In UTC, latest first. Seeks once a year. */
export async function listYearsOfMine(db: Db, backer: UserId): Promise<number[]> {
  const years: number[] = []
  let before = Number.MAX_SAFE_INTEGER
  while (true) {
    const latest = await mine(db, backer)
      .where('fundings.created_at', '<', before)
      .limit(1)
      .executeTakeFirst()
    if (!latest) return years
    const year = new Date(latest.created_at).getUTCFullYear()
    years.push(year)
    before = Date.UTC(year, 0, 1)
  }
}

export const findMine = (db: Db, backer: UserId, id: FundingId): Promise<MyFundingRow | undefined> =>
  withEntry(db).where('fundings.id', '=', id).where('fundings.backer_id', '=', backer).executeTakeFirst()

const ofEntry = (db: Db, entry: EntryId) =>
  db
    .selectFrom('fundings')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .selectAll('fundings')
    .select('users.metadata')
    .where('fundings.entry_id', '=', entry)
    .where('fundings.completed_at', 'is not', null)
    .where('fundings.set_aside_at', 'is', null)

/** Newest first. @param typed a part of the backer's name */
export const listBackers = (
  db: Db,
  entry: EntryId,
  { size, after, typed = '' }: Page & { typed?: string | undefined },
) =>
  ofEntry(db, entry)
    .where(isAfter(after))
    .$if(typed !== '', list => list.where(() => containsText([userName], typed)))
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')
    .limit(size)
    .execute()

/** Newest first. */
export const listAllBackers = (db: Db, entry: EntryId): Promise<BackerRow[]> =>
  ofEntry(db, entry).orderBy('fundings.created_at', 'desc').orderBy('fundings.id', 'desc').execute()

export const findBacker = (db: Db, entry: EntryId, id: FundingId): Promise<BackerRow | undefined> =>
  ofEntry(db, entry).where('fundings.id', '=', id).executeTakeFirst()

export type BackerRow = Awaited<ReturnType<typeof listBackers>>[number]

/** Cents of counted fundings. */
const sumWhere = (isMeant: RawBuilder<unknown>) =>
  sql<number>`sum(case when fundings.status = 'completed' and ${isMeant} then fundings.amount_cents else 0 end)`

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
    ])
    .select(
      sql<number>`exists (select 1 from disputes where funding_id = fundings.id and status = 'open')`.as(
        'disputed',
      ),
    )
    .where('entries.tournament_id', '=', tournament)
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')

export type OrganiserFundingRow = Awaited<ReturnType<typeof listOfTournament>>[number]

interface OrganiserPage extends Page {
  status?: FundingStatus | undefined
  /** A part of the backer's or the boat's name. */
  typed?: string | undefined
}

/** See `wireStatus`. */
const stored: Record<FundingStatus, readonly StoredFundingStatus[]> = {
  pending: ['pending', 'refund_pending'],
  completed: ['completed'],
  refunded: ['refunded'],
  failed: ['failed'],
}

/** Newest first; includes withdrawn entries. */
export const listOfTournament = (
  db: Db,
  tournament: TournamentId,
  { size, after, status, typed = '' }: OrganiserPage,
) =>
  ofTournament(db, tournament)
    .where(isShown)
    .where(isAfter(after))
    .$if(status !== undefined, list => list.where('fundings.status', 'in', stored[status ?? 'pending']))
    .$if(typed !== '', list => list.where(({ ref }) => containsText([userName, ref('boats.name')], typed)))
    .limit(size)
    .execute()

/** Newest first; includes withdrawn entries. */
export const listAllOfTournament = (db: Db, tournament: TournamentId) =>
  ofTournament(db, tournament).where(isShown).execute()

/** Cents of each entry that raised money. Times are milliseconds since 1970. */
export const sumOfTournament = (db: Db, tournament: TournamentId, since: { recent: number; older: number }) =>
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
    .groupBy('entries.id')
    .orderBy('entries.id')
    .execute()

/** Refunds with an error, also those that are retried automatically. */
const hasFailed = sql<boolean>`(fundings.refund_failed_at is not null or
  (fundings.refund_error is not null and fundings.refunded_at is null))`

export const listRefundFailures = (db: Db, tournament: TournamentId, limit: number) =>
  ofTournament(db, tournament)
    .where('fundings.refund_requested_at', 'is not', null)
    .where(hasFailed)
    .limit(limit)
    .execute()

/** Of the whole site: refunds that are not retried any more. */
export const listFailedRefunds = (db: Db, limit: number) =>
  db
    .selectFrom('fundings')
    .leftJoin('entries', 'entries.id', 'fundings.entry_id')
    .leftJoin('boats', 'boats.id', 'entries.boat_id')
    .leftJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('users', 'users.id', 'fundings.backer_id')
    .select([
      'fundings.id',
      'fundings.amount_cents',
      'fundings.refund_error',
      'fundings.refund_failed_at',
      'boats.name as boat',
      'tournaments.name as tournament',
      'users.metadata',
      'users.email',
      'users.deleted_at',
    ])
    .where('fundings.refund_failed_at', 'is not', null)
    .orderBy('fundings.id')
    .limit(limit)
    .execute()

export function countRefunds(db: Db, tournament: TournamentId) {
  return db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(fundings.status = 'refunded' and refund_failed_at is null), 0)`.as('refunded'),
      sql<number>`coalesce(sum(${hasFailed}), 0)`.as('failed'),
      sql<number>`coalesce(sum(amount_cents), 0)`.as('total_cents'),
      sql<number>`coalesce(sum(case when fundings.status = 'refunded' and refund_failed_at is null
        then amount_cents end), 0)`.as('refunded_cents'),
    ])
    .where('entries.tournament_id', '=', tournament)
    .where('fundings.refund_requested_at', 'is not', null)
    .executeTakeFirstOrThrow()
}

const paid = (db: Db, mode: FundingRow['mode']) =>
  db
    .selectFrom('fundings')
    .where(withoutIndex<PaymentMode>('mode'), '=', mode)
    .where('intent_id', 'is not', null)
    .where(where =>
      where.or([where('status', 'not in', ['pending', 'failed']), where('charge_id', 'is not', null)]),
    )

export async function countPaid(db: Db, mode: FundingRow['mode']): Promise<number> {
  const { total } = await paid(db, mode)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function listPaidIds(
  db: Db,
  mode: FundingRow['mode'],
  after: FundingId | null,
  limit: number,
): Promise<FundingId[]> {
  const rows = await paid(db, mode)
    .select('id')
    .$if(after !== null, list => list.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
