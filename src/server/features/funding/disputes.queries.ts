import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { Dispute } from '#server/payments/payment-provider.ts'
import { resumeRefund } from './refund.queries.ts'

/** A disputed share is frozen, and a refund waits until the bank has decided. */
export async function saveDispute(
  trx: Trx,
  funding: FundingId,
  { id, cents, reason, status }: Dispute,
  now: number,
): Promise<void> {
  const closed_at = status === 'open' ? null : now
  const { numInsertedOrUpdatedRows: changed } = await trx
    .insertInto('disputes')
    .values({
      id,
      funding_id: funding,
      amount_cents: cents,
      reason,
      status,
      created_at: now,
      closed_at,
      checked_at: now,
    })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet({ status, amount_cents: cents, closed_at, checked_at: now })
        // What is decided stays so, though the news that it began comes later; but an appeal may turn a loss.
        .where(where =>
          where.or([
            where('disputes.status', '=', 'open'),
            where.and([where('disputes.status', '=', 'lost'), sql<boolean>`${status} = 'won'`]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  // A refund that waited for the bank's word can go on.
  if (status !== 'open' && changed !== 0n) await resumeRefund(trx, funding, now)
}

/** Whether a bank is still to decide about a payment. */
export const isDisputed = async (db: Db, funding: FundingId): Promise<boolean> =>
  (await db
    .selectFrom('disputes')
    .select('id')
    .where('funding_id', '=', funding)
    .where('status', '=', 'open')
    .executeTakeFirst()) !== undefined

/** Cents of a payment that banks have taken. */
export async function sumLost(db: Db, funding: FundingId): Promise<number> {
  const { lost } = await db
    .selectFrom('disputes')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('lost'))
    .where('funding_id', '=', funding)
    .where('status', '=', 'lost')
    .executeTakeFirstOrThrow()
  return lost
}
