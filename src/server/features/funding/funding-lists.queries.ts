import { sql } from 'kysely'
import type { EntryId, FundingId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { fundedEntries } from './entry-funding.queries.ts'
import type { FundingRow } from './funding.table.ts'

const withEntry = (db: Db) =>
  fundedEntries(db)
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .selectAll('fundings')
    .select('entries.id as id_of_entry')

const isShown = sql<boolean>`(fundings.status not in ('pending', 'failed') or fundings.claimed_at is not null
  or fundings.set_aside_at is not null)`

export type MyFundingRow = Awaited<ReturnType<typeof listMine>>[number]

interface Page {
  limit?: number | undefined
  /** The last funding seen. */
  after?: FundingId | undefined
  /** Milliseconds since 1970, end exclusive. */
  between?: readonly [from: number, to: number]
}

/** Newest first. */
export function listMine(db: Db, backer: UserId, { limit, after, between }: Page = {}) {
  return withEntry(db)
    .where('fundings.backer_id', '=', backer)
    .where(isShown)
    .$if(between !== undefined, list => list.where('fundings.created_at', '>=', between?.[0] ?? 0))
    .$if(between !== undefined, list => list.where('fundings.created_at', '<', between?.[1] ?? 0))
    .$if(after !== undefined, list =>
      list.where(sql<boolean>`(fundings.created_at, fundings.id) <
        (select created_at, id from fundings where id = ${after ?? ''} and backer_id = ${backer})`),
    )
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')
    .$if(limit !== undefined, list => list.limit(limit ?? 0))
    .execute()
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

/** Newest first. */
export function listBackers(db: Db, entry: EntryId, { limit, after }: Omit<Page, 'between'> = {}) {
  return ofEntry(db, entry)
    .$if(after !== undefined, list =>
      list.where(sql<boolean>`(fundings.created_at, fundings.id) <
        (select created_at, id from fundings where id = ${after ?? ''} and entry_id = ${entry})`),
    )
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')
    .$if(limit !== undefined, list => list.limit(limit ?? 0))
    .execute()
}

export const findBacker = (db: Db, entry: EntryId, id: FundingId): Promise<BackerRow | undefined> =>
  ofEntry(db, entry).where('fundings.id', '=', id).executeTakeFirst()

export type BackerRow = Awaited<ReturnType<typeof listBackers>>[number]

const ofTournament = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('users', 'users.id', 'fundings.backer_id')
    .selectAll('fundings')
    .select(['users.metadata', 'entries.id as id_of_entry', 'boats.name as boat_name'])
    .select(
      sql<number>`exists (select 1 from disputes where funding_id = fundings.id and status = 'open')`.as(
        'disputed',
      ),
    )
    .where('entries.tournament_id', '=', tournament)
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')

export type OrganiserFundingRow = Awaited<ReturnType<typeof listOfTournament>>[number]

/** Newest first; includes withdrawn entries. */
export function listOfTournament(
  db: Db,
  tournament: TournamentId,
  { limit, after }: { limit: number; after?: FundingId | undefined },
) {
  return ofTournament(db, tournament)
    .where(isShown)
    .$if(after !== undefined, list =>
      list.where(sql<boolean>`(fundings.created_at, fundings.id) <
        (select created_at, id from fundings where id = ${after ?? ''})`),
    )
    .limit(limit)
    .execute()
}

/** Refunds with an error, also those that are retried automatically. */
const hasFailed = sql<boolean>`(fundings.refund_failed_at is not null or
  (fundings.refund_error is not null and fundings.refunded_at is null))`

export const listRefundFailures = (db: Db, tournament: TournamentId, limit: number) =>
  ofTournament(db, tournament)
    .where('fundings.refund_requested_at', 'is not', null)
    .where(hasFailed)
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
    .where('mode', '=', mode)
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
