import { sql } from 'kysely'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { hour } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { FundingRow } from './funding.table.ts'

/** Fails pending test payments on a server with cards. @param createdBefore milliseconds since 1970 */
export async function failTestPayments(trx: Trx, createdBefore: number, now: number): Promise<void> {
  await trx
    .updateTable('fundings')
    .set({ status: 'failed', failed_at: now })
    .where('status', '=', sql.lit('pending'))
    .where('mode', '=', 'test')
    .where('created_at', '<', createdBefore)
    .execute()
}

/**
 * Returns pending payments, the longest unchecked first.
 * Each is due again after a tenth of its age, at most an hour.
 */
export const listPendingPayments = (
  db: Db,
  mode: PaymentMode,
  createdBefore: number,
  now: number,
  limit: number,
): Promise<FundingRow[]> =>
  db
    .selectFrom('fundings')
    .selectAll()
    // A literal, for SQLite's partial index.
    .where('status', '=', sql.lit('pending'))
    .where('created_at', '<', createdBefore)
    .where('mode', '=', mode)
    .where(
      sql<boolean>`(checked_at is null or ${now} - checked_at >= (${now} - created_at) / 10
        or ${now} - checked_at >= ${hour})`,
    )
    .orderBy('checked_at', order => order.asc().nullsFirst())
    .limit(limit)
    .execute()
