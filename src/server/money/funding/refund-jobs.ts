import { type EntryId, type FundingId, isId } from '#contract/ids.ts'
import { fundingTexts } from '#contract/money/funding-texts.ts'
import { hour, second } from '#contract/time.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { conflict } from '#server/http/errors.ts'
import { NoSuchPayment, ProviderUnreachable, RefundRefused } from '#server/money/payments/payment-provider.ts'
import { enqueue, findJob, scheduleJob } from '#server/queue/queue.queries.ts'
import { Blocked, doubling, type JobKind } from '#server/queue/queue.ts'
import { record } from '#server/record/index.ts'
import { refundEntryJob, refundJob } from '#server/tournaments/tournaments/index.ts'
import { applyRefund } from './apply-refund.ts'
import { cancelIntent } from './cancel-intents.ts'
import { hasOpenDispute, sumLostDisputes } from './disputes.queries.ts'
import { findFunding, listPending, updateFunding } from './funding.queries.ts'
import { isRefundDue } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { queueFundingMail } from './funding-mails.queries.ts'
import { listRequestedRefunds } from './refund.queries.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

/** Fundings in one transaction. */
const batchSize = 250

/** Delays between attempts, for about a day. */
const retryAfter = doubling(second, 2 * hour, 24)

export const refundJobKind = (deps: PaymentDeps): JobKind => ({
  kind: refundJob,
  atOnce: 8,
  retryAfter,
  run: async ({ subject }) => {
    if (isId<'funding'>(subject)) await refundFunding(deps, subject)
  },
  gaveUp: async (subject, reason) => {
    if (isId<'funding'>(subject)) await saveRefundFailure(deps, subject, reason)
  },
})

export const refundEntryJobKind = (deps: PaymentDeps): JobKind => ({
  kind: refundEntryJob,
  atOnce: 1,
  retryAfter,
  run: async ({ subject, signal }) => {
    if (!isId<'entry'>(subject)) return
    for (let after: FundingId | null = null; ; ) {
      const last = await inTransaction(deps.db, trx => enqueueRefunds(trx, subject, after, deps.now()))
      if (last === null) break
      signal.throwIfAborted()
      after = last
    }
    await cancelPendingIntents(deps, subject)
  },
})

/** @returns the last id, or null without more */
async function enqueueRefunds(
  trx: Trx,
  entry: EntryId,
  after: FundingId | null,
  now: number,
): Promise<FundingId | null> {
  const rows = await listRequestedRefunds(trx, entry, after, batchSize)
  for (const { id, status, refund_requested_at: requestedAt } of rows) {
    // Others get one mail, when the refund arrives.
    if (status === 'completed')
      await queueFundingMail(trx, { due: 'called_off', funding: id, which: requestedAt ?? now }, now)
    await enqueue(trx, refundJob, id, now)
  }
  return rows.at(-1)?.id ?? null
}

/** @throws Blocked in another payment mode */
async function cancelPendingIntents(deps: PaymentDeps, entry: EntryId): Promise<void> {
  const { db, payments } = deps
  const pending = await listPending(db, entry)
  for (const { id, intent_id: intent, mode } of pending)
    if (mode === payments.mode && mode !== 'test') await cancelIntent(deps, id, intent)
  const other = pending.find(
    ({ intent_id: intent, mode }) => intent !== null && mode !== payments.mode && mode !== 'test',
  )
  if (other)
    throw new Blocked(
      `A payment was started with ${other.mode} payments, and the server runs with ${payments.mode} ones.`,
    )
}

async function refundFunding(deps: PaymentDeps, id: FundingId): Promise<void> {
  const { db, now } = deps
  const row = await findFunding(db, id)
  if (row) await requireModeOf(deps, row)
  if (!row || !isRefundDue(row)) return
  // `saveDispute` resumes the refund.
  if (await hasOpenDispute(db, id)) return
  await requestRefund(deps, row)
  if (row.mode === 'test')
    await inTransaction(db, trx => applyRefund(trx, id, { reason: null, refundId: null, now: now() }))
  // Webhooks and polling report its arrival.
  else await syncPayment(deps, id)
}

/** @throws Blocked in another payment mode */
async function requireModeOf({ db, payments: { mode } }: PaymentDeps, row: FundingRow): Promise<void> {
  if (row.mode === mode || !(row.set_aside_at !== null || isRefundDue(row))) return
  const reason = `It was paid with ${row.mode} payments, and the server runs with ${mode} ones.`
  if (row.refund_error !== reason)
    await inTransaction(db, trx => updateFunding(trx, row.id, { refund_error: reason }))
  throw new Blocked(reason)
}

/** Stripe repeats its answer to a key for a day, so a refusal changes the key; a lost answer doesn't. */
async function requestRefund({ db, log, now, payments }: PaymentDeps, row: FundingRow): Promise<void> {
  const { id, refund_attempts: attempts } = row
  const key = attempts === 0 ? `refund-${id}` : `refund-${id}-${attempts}`
  try {
    await payments.refund(row.intent_id ?? '', await sumLostDisputes(db, id), key)
  } catch (error) {
    const isRefused = error instanceof RefundRefused || error instanceof NoSuchPayment
    if (!isRefused && !(error instanceof ProviderUnreachable)) throw error
    await inTransaction(db, async trx => {
      if (!(await isStillDue(trx, id))) return
      await updateFunding(trx, id, {
        refund_error: error.message,
        ...(isRefused && { refund_attempts: attempts + 1 }),
      })
    })
    log.warn('a refund did not succeed', { funding: id, reason: error.message, at: now() })
    throw error
  }
}

/** Returns whether the refund is due: a webhook may have reported its arrival since the provider was asked. */
async function isStillDue(trx: Trx, id: FundingId): Promise<boolean> {
  const row = await findFunding(trx, id)
  return row !== undefined && isRefundDue(row)
}

/** Marks the refund as failed: from then on, only the organiser can retry it. */
export async function saveRefundFailure(
  { db, now }: PaymentDeps,
  id: FundingId,
  reason: string,
): Promise<void> {
  await inTransaction(db, async trx => {
    if (!(await isStillDue(trx, id))) return
    await updateFunding(trx, id, { refund_failed_at: now(), refund_error: reason })
    await record(trx, { kind: 'refund-failed', at: now(), by: null, funding: id })
  })
}

async function canRetry(trx: Trx, row: FundingRow): Promise<boolean> {
  if (!isRefundDue(row)) return false
  if (row.refund_error !== null) return true
  return row.refund_id === null && (await findJob(trx, refundJob, row.id))?.state !== 'waiting'
}

export async function retryRefund(trx: Trx, funding: FundingRow, now: number): Promise<void> {
  const { id, refunded_at: refundedAt } = funding
  await scheduleJob(trx, refundJob, id, now)
  // This mark alone means that another refund is due: it stays until that has succeeded.
  if (refundedAt === null) await updateFunding(trx, id, { refund_failed_at: null, refund_error: null })
}

/** @throws ApiError 409 */
export async function retryFailedRefund(trx: Trx, funding: FundingRow, now: number): Promise<void> {
  if (await hasOpenDispute(trx, funding.id)) throw conflict(fundingTexts.refundDisputed)
  if (!(await canRetry(trx, funding))) throw conflict('This refund has not failed.')
  await retryRefund(trx, funding, now)
}
