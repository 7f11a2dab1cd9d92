import { type Insertable, sql } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import { compileFirst, compileInsert, compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { fundingHoldMs, hasStarted, isInsider } from '#server/tournaments/tournaments/index.ts'
import type { FundedEntry } from './entry-funding.queries.ts'
import type { FundingRow, FundingsTable } from './funding.table.ts'

export const findFunding = (db: Db, id: FundingId): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('id', '=', id).executeTakeFirst()

export const findByIntent = compileFirst((db, intentId: string) =>
  db.selectFrom('fundings').selectAll().where('intent_id', '=', intentId),
)

export const findByCharge = (db: Db, charge: string): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('charge_id', '=', charge).executeTakeFirst()

const insertRows = compileInsert((db, rows: readonly Insertable<FundingsTable>[]) =>
  db.insertInto('fundings').values(rows).returningAll(),
)

export async function insertFunding(trx: Trx, values: Insertable<FundingsTable>): Promise<FundingRow> {
  const [row] = await insertRows(trx, [values])
  if (!row) throw new Error('an insert returned no row')
  return row
}

export type FundingChanges = Partial<Omit<FundingRow, 'id' | 'backer_id'>>

export const updateFunding = (trx: Trx, id: FundingId, changes: FundingChanges): Promise<FundingRow> =>
  trx.updateTable('fundings').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** @returns how many completed fundings had no reply */
export async function replyToUnanswered(
  trx: Trx,
  entry: EntryId,
  reply: Pick<FundingRow, 'reply' | 'replied_at'>,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('fundings')
    .set(reply)
    .where('entry_id', '=', entry)
    .where('status', '=', 'completed')
    .where('reply', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const pendingWithEntry = (db: Db) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .where('fundings.status', '=', 'pending')

const sumOfCents = sql<number>`coalesce(sum(fundings.amount_cents), 0)`

/** Cents of payments that can count and still fit. @param entry open for funding */
export async function sumHeldByOthers(
  db: Db,
  entry: FundedEntry,
  backer: UserId,
  now: number,
): Promise<number> {
  const { cents } = await pendingWithEntry(db)
    .select(sumOfCents.as('cents'))
    .where('fundings.entry_id', '=', entry.id)
    .where('fundings.backer_id', '!=', backer)
    .where('fundings.held_until', '>', now)
    .where('fundings.amount_cents', '<=', entry.goal - entry.current)
    .$if(hasStarted(entry, now), query => query.where(({ not }) => not(isInsider)))
    .executeTakeFirstOrThrow()
  return cents
}

const holds = compileOnce((db, entry: EntryId, backer: UserId, now: number) =>
  db
    .selectFrom('fundings')
    .select(['id', 'intent_id'])
    .where('entry_id', '=', entry)
    .where('status', '=', sql.lit('pending'))
    .where('backer_id', '=', backer)
    .where('held_until', '>', now),
)

/** Ends the holds of the backer's pending fundings. @returns those fundings */
export async function releaseHolds(trx: Trx, entry: EntryId, backer: UserId, now: number) {
  const fundings = await holds(trx, entry, backer, now)
  for (const { id } of fundings) await updateFunding(trx, id, { held_until: now })
  return fundings
}

/** @returns the end of the backer's latest hold without a payment, or null */
export async function lastUnpaidHold(db: Db, entry: EntryId, backer: UserId): Promise<number | null> {
  const { until } = await db
    .selectFrom('fundings')
    .select(({ fn }) => fn.max('held_until').as('until'))
    .where('entry_id', '=', entry)
    .where('status', 'in', ['pending', 'failed'])
    .where('set_aside_at', 'is', null)
    .where('backer_id', '=', backer)
    .executeTakeFirstOrThrow()
  return until
}

/** Cents that the backer's payments reserve in all other entries. */
export async function sumHeldElsewhere(db: Db, backer: UserId, entry: EntryId, now: number): Promise<number> {
  const { cents } = await pendingWithEntry(db)
    .select(sumOfCents.as('cents'))
    .where('fundings.backer_id', '=', backer)
    // Lets the engine use the index: no hold is longer.
    .where('fundings.created_at', '>', now - fundingHoldMs)
    .where('fundings.entry_id', '!=', entry)
    .where('fundings.held_until', '>', now)
    .where('entries.withdrawn_at', 'is', null)
    .where('entries.goal_decided_at', 'is', null)
    .where('tournaments.cancelled_at', 'is', null)
    .where(({ not, and, or, eb }) =>
      not(and([or([eb('starts_at', '<=', now), eb('started_at', 'is not', null)]), isInsider])),
    )
    .executeTakeFirstOrThrow()
  return cents
}

/** Payments of an entry that may still be paid. */
export const listPending = (
  db: Db,
  entry: EntryId,
): Promise<Pick<FundingRow, 'id' | 'intent_id' | 'mode'>[]> =>
  db
    .selectFrom('fundings')
    .select(['id', 'intent_id', 'mode'])
    .where('entry_id', '=', entry)
    .where('status', '=', 'pending')
    .execute()
