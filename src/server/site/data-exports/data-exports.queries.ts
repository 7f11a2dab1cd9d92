import { type DataExportId, newId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import type { DataExportRow } from './data-exports.table.ts'

export const findExport = (db: Db, user: UserId): Promise<DataExportRow | undefined> =>
  db.selectFrom('data_exports').selectAll().where('user_id', '=', user).executeTakeFirst()

export const findExportById = (db: Db, id: DataExportId): Promise<DataExportRow | undefined> =>
  db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()

/** Replaces the person's previous one. */
export async function insertExport(trx: Trx, user: UserId, now: number): Promise<DataExportRow> {
  await trx.deleteFrom('data_exports').where('user_id', '=', user).execute()
  return trx
    .insertInto('data_exports')
    .values({ user_id: user, id: newId<'data-export'>(), state: 'waiting', requested_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns false when it was replaced or its account deleted */
export async function markReady(
  trx: Trx,
  id: DataExportId,
  { bytes, now }: { bytes: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('data_exports')
    .set({ state: 'ready', size_bytes: bytes, finished_at: now, is_disk_full: 0 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markFailed(
  trx: Trx,
  id: DataExportId,
  { isDiskFull, now }: { isDiskFull: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('data_exports')
    .set({ state: 'failed', finished_at: now, is_disk_full: isDiskFull ? 1 : 0 })
    .where('id', '=', id)
    .where('state', '!=', 'ready')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteOld(trx: Trx, before: number): Promise<void> {
  await trx.deleteFrom('data_exports').where('finished_at', '<', before).execute()
  await trx
    .deleteFrom('data_exports')
    .where('state', '=', 'waiting')
    .where('requested_at', '<', before)
    .execute()
}

/** Returns those of the ids that have a row. */
export async function existingExports(db: Db, ids: readonly DataExportId[]): Promise<Set<string>> {
  const rows = await db.selectFrom('data_exports').select('id').where('id', 'in', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
