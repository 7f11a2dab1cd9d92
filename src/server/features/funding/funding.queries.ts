import { type Insertable, sql } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { FundingRow, FundingsTable } from './funding.table.ts'

export const findFunding = (db: Db, id: FundingId): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('id', '=', id).executeTakeFirst()

const fundingByIntent = compileOnce((db, intentId: string) =>
  db.selectFrom('fundings').selectAll().where('intent_id', '=', intentId),
)

export const findByIntent = async (db: Db, intentId: string): Promise<FundingRow | undefined> =>
  (await fundingByIntent(db, intentId))[0]

export const findByCharge = (db: Db, charge: string): Promise<FundingRow | undefined> =>
  db.selectFrom('fundings').selectAll().where('charge_id', '=', charge).executeTakeFirst()

export const insertFunding = (trx: Trx, values: Insertable<FundingsTable>): Promise<FundingRow> =>
  trx.insertInto('fundings').values(values).returningAll().executeTakeFirstOrThrow()

export type FundingChanges = Partial<Omit<FundingRow, 'id' | 'backer_id'>>

export const updateFunding = (trx: Trx, id: FundingId, changes: FundingChanges): Promise<FundingRow> =>
  trx.updateTable('fundings').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Cents. */
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
  const released = await holds(trx, entry, backer, now)
  for (const { id } of released) await updateFunding(trx, id, { held_until: now })
  return released
}

/** @returns the end of the backer's latest hold without a payment; null: none */
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
export async function heldElsewhere(db: Db, backer: UserId, entry: EntryId, now: number): Promise<number> {
  const { held } = await db
    .selectFrom('fundings')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('held'))
    .where('backer_id', '=', backer)
    // For the index: no hold is longer.
    .where('created_at', '>', now - limits.fundingHoldMinutes * 60_000)
    .where('status', '=', 'pending')
    .where('entry_id', '!=', entry)
    .where('held_until', '>', now)
    .executeTakeFirstOrThrow()
  return held
}
