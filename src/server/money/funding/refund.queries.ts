import { sql } from 'kysely'
import type { EntryId, FundingId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { isDisputed } from '#server/money/payouts/index.ts'
import { enqueueAgain } from '#server/queue/queue.queries.ts'
import { refundJob } from '#server/tournaments/tournaments/index.ts'
import { findFunding } from './funding.queries.ts'
import { isRefundDue } from './funding.rules.ts'

/** Queues a refund that is due again. Failed refunds wait for the organiser. */
export async function resumeRefund(trx: Trx, id: FundingId, now: number): Promise<void> {
  const row = await findFunding(trx, id)
  if (!row || !isRefundDue(row) || row.refund_failed_at !== null) return
  await enqueueAgain(trx, refundJob, id, now)
}

/** Fundings due for a refund, without an open dispute or a job. */
export const listIdleRefunds = (db: Db, mode: PaymentMode, limit: number): Promise<{ id: FundingId }[]> =>
  db
    .selectFrom('fundings')
    .select('id')
    // A literal, for SQLite's partial index.
    .where(
      sql<boolean>`refund_requested_at is not null and refunded_at is null and refund_failed_at is null
        and refund_id is null`,
    )
    .where('mode', '=', mode)
    .where(({ not }) => not(isDisputed('fundings.id')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.kind', '=', refundJob)
            .whereRef('jobs.subject', '=', sql`fundings.id`)
            .where('jobs.state', '!=', 'done'),
        ),
      ),
    )
    .limit(limit)
    .execute()

/** Requested refunds of an entry that have not succeeded, by id. */
export const listRequestedRefunds = (db: Db, entry: EntryId, after: FundingId | null, limit: number) =>
  db
    .selectFrom('fundings')
    .select(['id', 'status', 'refund_requested_at'])
    .where('entry_id', '=', entry)
    .where('refund_requested_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .$if(after !== null, list => list.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
