import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { refundJob } from '#server/features/tournaments/refunds.queries.ts'
import { enqueue, retryJob } from '#server/queue/queue.queries.ts'
import { findFunding } from './funding.queries.ts'
import { isRefundDue } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'

/** Has a refund run that waited: its job is over, or was forgotten long ago. One that failed waits for the organiser. */
export async function resumeRefund(trx: Trx, id: FundingId, now: number): Promise<void> {
  const row = await findFunding(trx, id)
  if (!row || !isRefundDue(row) || row.refund_failed_at !== null) return
  if (!(await retryJob(trx, refundJob, id, now))) await enqueue(trx, refundJob, id, now)
}

/** Refunds that nothing waits for and nothing works on: the bank has decided, and no job is left. */
export const listIdleRefunds = (
  db: Db,
  mode: FundingRow['mode'],
  limit: number,
): Promise<{ id: FundingId }[]> =>
  db
    .selectFrom('fundings')
    .select('id')
    // Spelled out: SQLite takes a partial index only where it can read the condition.
    .where(
      sql<boolean>`refund_requested_at is not null and refunded_at is null and refund_failed_at is null
        and refund_id is null`,
    )
    .where('mode', '=', mode)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.funding_id', '=', 'fundings.id')
            .where('disputes.status', '=', 'open'),
        ),
      ),
    )
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
