import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { refundJob } from '#server/features/tournaments/refunds.queries.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import type { FundingRow } from './funding.table.ts'
import { listIdleRefunds, resumeRefund } from './refund.queries.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

const minute = 60_000
const hour = 60 * minute

/** Payments that are asked about in one round, those that were asked about longest ago first. */
const round = 100
/** Nobody comes back to pay after that: the payment is closed, so that it cannot surprise anybody. */
const abandonedAfter = 24 * hour

/** A payment whose boat nobody has named by then is given back. */
const noEntryRefundAfter = hour

/** Disputes take weeks: each is asked about so often, in milliseconds. */
const disputesEvery = hour
/** Disputes that are asked about in one round. */
const disputesRound = 20

/** Asks the provider about everything that is still open here: a payment is found though every message was lost. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const { db, now, log } = deps
  const { mode } = deps.payments
  const open = await db
    .selectFrom('fundings')
    .selectAll()
    // Spelled out: SQLite takes a partial index only where it can read the condition.
    .where(sql<boolean>`status = 'pending'`)
    .where('created_at', '<', now() - (mode === 'test' ? abandonedAfter : minute))
    .where('mode', '=', mode)
    // A payment of this minute is asked about in the next, one of yesterday every hour.
    .where(
      sql<boolean>`(checked_at is null or ${now()} - checked_at >= min((${now()} - created_at) / 10, ${hour}))`,
    )
    .orderBy('checked_at')
    .limit(round)
    .execute()
  await resumeRefunds(deps)
  try {
    for (const row of open) await reconcilePayment(deps, row)
    await reconcileDisputes(deps)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('the payment provider does not answer', { reason: error.message })
  }
}

async function reconcilePayment(deps: Deps, row: FundingRow): Promise<void> {
  const { now } = deps
  const { payments } = deps
  if (row.intent_id === null) {
    // The provider was never reached, or we died before its answer: nobody has the secret to pay that.
    if (row.held_until < now()) await close(deps, row)
    return
  }
  try {
    const followed = await syncPayment(deps, row.id)
    const age = now() - row.created_at
    const status = followed?.payment.status
    if (status === 'succeeded' && age > noEntryRefundAfter) await refundPaymentWithoutEntry(deps, row.id)
    if (status !== 'unpaid' || age < abandonedAfter) return
    await payments.cancel(row.intent_id)
    // It may have been paid in that very moment: what it is now decides.
    await syncPayment(deps, row.id)
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    await close(deps, row)
  }
}

const close = ({ db, now }: PaymentDeps, { id }: FundingRow) =>
  inTransaction(db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.status === 'pending')
      await updateFunding(trx, id, { status: 'failed', failed_at: now(), checked_at: now() })
  })

/**
 * A payment that names no boat goes back. It is claimed in one transaction, before the provider hears of it: a person
 * who names the boat now was either faster, and it counts, or hears that it goes back.
 */
export const refundPaymentWithoutEntry = ({ db, now }: PaymentDeps, id: FundingId): Promise<void> =>
  inTransaction(db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.status !== 'pending' || row.entry_id !== null) return
    const going = {
      status: 'failed',
      failed_at: now(),
      refund_requested_at: now(),
      refund_reason: 'closed',
    } as const
    await updateFunding(trx, id, going)
    await enqueue(trx, refundJob, id, now())
  })

/** A refund that waited for a bank goes on, though its job was forgotten while it waited. */
async function resumeRefunds(deps: Deps): Promise<void> {
  const { db, now } = deps
  const idle = await listIdleRefunds(db, deps.payments.mode, round)
  if (idle.length === 0) return
  await inTransaction(db, async trx => {
    for (const { id } of idle) await resumeRefund(trx, id, now())
  })
}

/**
 * Asks about the disputes that are open here: where the message of their end was lost, a share would stay frozen and a
 * refund wait for ever.
 * @throws ProviderUnreachable
 */
async function reconcileDisputes(deps: Deps): Promise<void> {
  const { db, now } = deps
  const { payments } = deps
  const open = await db
    .selectFrom('disputes')
    .innerJoin('fundings', 'fundings.id', 'disputes.funding_id')
    .select(['disputes.id', 'disputes.funding_id'])
    // Spelled out: SQLite takes a partial index only where it can read the condition.
    .where(sql<boolean>`disputes.status = 'open'`)
    .where('disputes.checked_at', '<=', now() - disputesEvery)
    .where('fundings.mode', '=', payments.mode)
    .orderBy('disputes.checked_at')
    .limit(disputesRound)
    .execute()
  for (const { id, funding_id: funding } of open) {
    try {
      await syncPayment(deps, funding, { dispute: await payments.findDispute(id) })
    } catch (error) {
      if (!(error instanceof NoSuchPayment)) throw error
      await inTransaction(db, trx =>
        trx.updateTable('disputes').set({ checked_at: now() }).where('id', '=', id).execute(),
      )
    }
  }
}
