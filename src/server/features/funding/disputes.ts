import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { refundJob } from '#server/features/tournaments/refunds.queries.ts'
import { retryJob } from '#server/queue/queue.queries.ts'
import { findFunding } from './funding.queries.ts'
import { type Dispute, NoSuchPayment, paymentsOf } from './payments.ts'
import { markRefunded, markRefundedInPart } from './refunded.ts'

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
        .doUpdateSet({ status, closed_at, checked_at: now })
        // What is decided stays so, though the news that it began comes later.
        .where('disputes.status', '=', 'open'),
    )
    .executeTakeFirstOrThrow()
  const { status: stored } = await trx
    .selectFrom('disputes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (stored === 'lost') await followLoss(trx, funding, { cents, isNews: changed !== 0n, now })
  // A refund that waited for the bank's word can go on.
  if (stored !== 'open') await retryJob(trx, refundJob, funding, now)
}

interface Loss {
  cents: number
  /** It was not known before. */
  isNews: boolean
  now: number
}

/** People may dispute a part of a payment: the bank takes no more. */
async function followLoss(trx: Trx, id: FundingId, { cents, isNews, now }: Loss): Promise<void> {
  const row = await findFunding(trx, id)
  if (!row) return
  const paid = row.amount_cents + row.given_back_cents
  const gone = row.given_back_cents + cents
  if (cents >= paid || (isNews && gone >= paid))
    await markRefunded(trx, id, { reason: 'dispute', refundId: null, now })
  else if (isNews) await markRefundedInPart(trx, row, gone, now)
}

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
