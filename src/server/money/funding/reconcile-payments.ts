import type { FundingId } from '#contract/ids.ts'
import { hour, minute } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { refundJob } from '#server/tournaments/tournaments/index.ts'
import { listOpenDisputes, markDisputeChecked } from './disputes.queries.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import type { FundingRow } from './funding.table.ts'
import { failTestPayments, listPendingPayments } from './reconcile.queries.ts'
import { listIdleRefunds, resumeRefund } from './refund.queries.ts'
import { markFailed, type PaymentDeps, syncByMessage, syncPayment } from './sync-payment.ts'

const paymentsPerRound = 100
const disputesPerRound = 20
const disputesEvery = hour
const abandonedAfter = 24 * hour
const noEntryRefundAfter = hour

/** Fetches pending payments, in case webhooks were lost, and resumes refunds without a job. */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const { db, now, log, payments } = deps
  const createdBefore = now() - (payments.mode === 'test' ? abandonedAfter : minute)
  const pending = await listPendingPayments(db, payments.mode, createdBefore, now(), paymentsPerRound)
  await resumeIdleRefunds(deps)
  // Cards can't pay them.
  if (payments.mode !== 'test')
    await inTransaction(db, trx => failTestPayments(trx, now() - abandonedAfter, now()))
  try {
    for (const row of pending) await reconcilePayment(deps, row)
    await reconcileDisputes(deps)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('the payment provider does not answer', { reason: error.message })
  }
}

async function reconcilePayment(deps: PaymentDeps, row: FundingRow): Promise<void> {
  const { now, payments } = deps
  if (row.intent_id === null) {
    // The server crashed before the answer. Without the secret, no browser can pay.
    if (row.held_until < now()) await markFailed(deps, row.id)
    return
  }
  try {
    const status = (await syncPayment(deps, row.id))?.payment.status
    const age = now() - row.created_at
    if (status === 'succeeded' && age > noEntryRefundAfter) await refundPaymentWithoutEntry(deps, row.id)
    if (status !== 'unpaid' || age < abandonedAfter) return
    await payments.cancel(row.intent_id)
    // It may have been paid before the cancellation.
    await syncPayment(deps, row.id)
  } catch (error) {
    // The next round begins with the others.
    if (error instanceof ProviderUnreachable)
      await inTransaction(deps.db, trx => updateFunding(trx, row.id, { checked_at: now() }))
    if (!(error instanceof NoSuchPayment)) throw error
    await markFailed(deps, row.id)
  }
}

/** Requests the refund before it fetches the payment, so that a concurrent confirmation is refused. */
export const refundPaymentWithoutEntry = ({ db, now }: PaymentDeps, id: FundingId): Promise<void> =>
  inTransaction(db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.status !== 'pending' || row.entry_id !== null) return
    await updateFunding(trx, id, {
      status: 'failed',
      failed_at: now(),
      refund_requested_at: now(),
      refund_reason: 'closed',
    })
    await enqueue(trx, refundJob, id, now())
  })

/** Enqueues refunds again whose jobs ended because of a dispute. */
async function resumeIdleRefunds({ db, now, payments }: PaymentDeps): Promise<void> {
  const idle = await listIdleRefunds(db, payments.mode, paymentsPerRound)
  if (idle.length === 0) return
  await inTransaction(db, async trx => {
    for (const { id } of idle) await resumeRefund(trx, id, now())
  })
}

async function reconcileDisputes(deps: PaymentDeps): Promise<void> {
  const { db, now, payments } = deps
  const open = await listOpenDisputes(db, payments.mode, now() - disputesEvery, disputesPerRound)
  for (const { id, funding_id: funding } of open) {
    try {
      await syncByMessage(deps, funding, { dispute: await payments.findDispute(id) })
    } catch (error) {
      const isUnknown = error instanceof NoSuchPayment
      if (!isUnknown && !(error instanceof ProviderUnreachable)) throw error
      // The next round begins with the others.
      await inTransaction(db, trx => markDisputeChecked(trx, id, now()))
      if (!isUnknown) throw error
    }
  }
}
