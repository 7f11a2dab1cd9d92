import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { refundJob } from '#server/features/tournaments/refunds.queries.ts'
import { retryJob } from '#server/queue/queue.queries.ts'
import { type Dispute, NoSuchPayment, paymentsOf } from './payments.ts'
import { markRefunded } from './refunded.ts'

/** Disputes take weeks: each is asked about so often, in milliseconds. */
const askEvery = 3_600_000
/** Disputes that are asked about in one round. */
const round = 20

/** A disputed share is frozen; lost, the bank has taken the money, and it never goes back a second time. */
export async function followDispute(
  trx: Trx,
  funding: FundingId,
  { id, cents, reason, status }: Dispute,
  now: number,
): Promise<void> {
  const closed_at = status === 'open' ? null : now
  await trx
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
        .doUpdateSet({ status, closed_at, checked_at: now })
        // What is decided stays so, though the news that it began comes later.
        .where('disputes.status', '=', 'open'),
    )
    .execute()
  const { status: stored } = await trx
    .selectFrom('disputes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (stored === 'lost') await markRefunded(trx, funding, { reason: 'dispute', refundId: null, now })
  // A refund that waited for the bank's word can go on.
  if (stored === 'won') await retryJob(trx, refundJob, funding, now)
}

/**
 * Asks about the disputes that are open here: where the message of their end was lost, a share would stay frozen and a
 * refund wait for ever.
 * @throws ProviderUnreachable
 */
export async function reconcileDisputes(deps: Deps): Promise<void> {
  const { db, now } = deps
  const payments = paymentsOf(deps)
  const open = await db
    .selectFrom('disputes')
    .innerJoin('fundings', 'fundings.id', 'disputes.funding_id')
    .select(['disputes.id', 'disputes.funding_id'])
    // Spelled out: SQLite takes a partial index only where it can read the condition.
    .where(sql<boolean>`disputes.status = 'open'`)
    .where('disputes.checked_at', '<=', now() - askEvery)
    .where('fundings.mode', '=', payments.mode)
    .orderBy('disputes.checked_at')
    .limit(round)
    .execute()
  for (const { id, funding_id: funding } of open) {
    const dispute = await payments.findDispute(id).catch((error: unknown) => {
      if (error instanceof NoSuchPayment) return null
      throw error
    })
    await inTransaction(db, async trx => {
      if (dispute) await followDispute(trx, funding, dispute, now())
      else await trx.updateTable('disputes').set({ checked_at: now() }).where('id', '=', id).execute()
    })
  }
}
