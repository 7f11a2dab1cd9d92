import { type Insertable, sql } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { FundingRow, FundingsTable } from './funding.table.ts'

export const findFunding = (db: Db, id: FundingId): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('id', '=', id).executeTakeFirst()

export const findByIntent = (db: Db, intentId: string): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('intent_id', '=', intentId).executeTakeFirst()

/** For messages that name the charge alone. */
export const findByCharge = (db: Db, charge: string): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('charge_id', '=', charge).executeTakeFirst()

export const insertFunding = (trx: Trx, values: Insertable<FundingsTable>): Promise<FundingRow> =>
  trx.insertInto('fundings').values(values).returningAll().executeTakeFirstOrThrow()

export const updateFunding = (
  trx: Trx,
  id: FundingId,
  change: Partial<Omit<FundingRow, 'id' | 'backer_id'>>,
): Promise<FundingRow> =>
  trx.updateTable('fundings').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Cents of an entry that other people are paying just now. */
export async function heldByOthers(db: Db, entry: EntryId, backer: UserId, now: number): Promise<number> {
  const { held } = await db
    .selectFrom('fundings')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('held'))
    .where('entry_id', '=', entry)
    .where('status', '=', 'pending')
    .where('backer_id', '!=', backer)
    .where('held_until', '>', now)
    .executeTakeFirstOrThrow()
  return held
}

/** Test payments: what the same person had begun for the same boat keeps no dollars any more. */
export async function releaseHolds(trx: Trx, entry: EntryId, backer: UserId, now: number): Promise<void> {
  await trx
    .updateTable('fundings')
    .set({ held_until: now })
    .where('entry_id', '=', entry)
    .where('status', '=', 'pending')
    .where('backer_id', '=', backer)
    .where('held_until', '>', now)
    .execute()
}
