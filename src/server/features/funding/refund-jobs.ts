import { type EntryId, type FundingId, isId } from '#contract/ids.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { paymentModeOf } from '#server/env.ts'
import { refundEntryJob, refundJob } from '#server/features/tournaments/refunds.queries.ts'
import { NoSuchPayment, ProviderUnreachable, RefundRefused } from '#server/payments/payment-provider.ts'
import { enqueue, findJob, runJobNow } from '#server/queue/queue.queries.ts'
import { Blocked, doubling, type JobKind } from '#server/queue/queue.ts'
import { applyRefund } from './apply-refund.ts'
import { isDisputed, sumLost } from './disputes.queries.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import { isRefundDue } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { queueFundingMail } from './funding-mails.queries.ts'
import { syncPayment } from './sync-payment.ts'

const second = 1000
const hour = 3_600_000

/** Refunds that are asked for in one transaction. */
const slice = 250

/** First tries within seconds, the last about a day later; then the organiser sees that it failed. */
const patience = doubling(second, 2 * hour, 24)

/** Gives one funding back, once, however often it runs. */
export const refundJobKind = (deps: Deps): JobKind => ({
  kind: refundJob,
  atOnce: 8,
  retryAfter: patience,
  run: async ({ subject }) => {
    if (isId<'funding'>(subject)) await refundFunding(deps, subject)
  },
  gaveUp: async (subject, reason) => {
    if (isId<'funding'>(subject)) await saveRefundFailure(deps, subject, reason)
  },
})

/** Tells the backers of an entry that was called off, and asks for their refunds. They may be thousands. */
export const refundEntryJobKind = (deps: Deps): JobKind => ({
  kind: refundEntryJob,
  atOnce: 1,
  retryAfter: patience,
  run: async ({ subject, signal }) => {
    if (!isId<'entry'>(subject)) return
    for (let after: FundingId | null = null; ; ) {
      const last = await inTransaction(deps.db, trx => enqueueRefunds(trx, subject, after, deps.now()))
      if (last === null) break
      // Begun anew at the next start: who is asked for twice is asked for once.
      signal.throwIfAborted()
      after = last
    }
    await cancelOpenPayments(deps, subject)
  },
})

/** @returns the last id of this slice; null: that was all */
async function enqueueRefunds(
  trx: Trx,
  entry: EntryId,
  after: FundingId | null,
  now: number,
): Promise<FundingId | null> {
  const rows = await trx
    .selectFrom('fundings')
    .select(['id', 'status', 'refund_requested_at'])
    .where('entry_id', '=', entry)
    .where('refund_requested_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .$if(after !== null, list => list.where('id', '>', after))
    .orderBy('id')
    .limit(slice)
    .execute()
  for (const { id, status, refund_requested_at: asked } of rows) {
    // A payment that never counted is told of once, when it is refunded.
    if (status === 'completed')
      await queueFundingMail(trx, { due: 'called_off', funding: id, which: asked ?? now }, now)
    await enqueue(trx, refundJob, id, now)
  }
  return rows.at(-1)?.id ?? null
}

/** Nobody shall pay for what was called off. Who was faster gets it back. @throws Blocked while some are of another mode */
async function cancelOpenPayments(deps: Deps, entry: EntryId): Promise<void> {
  const { payments } = deps
  const open = await deps.db
    .selectFrom('fundings')
    .select(['intent_id', 'mode'])
    .where('entry_id', '=', entry)
    .where('status', '=', 'pending')
    .where('intent_id', 'is not', null)
    .execute()
  for (const { intent_id: id, mode } of open)
    if (id !== null && mode === payments.mode) await payments.cancel(id)
  const other = open.find(({ mode }) => mode !== payments.mode && mode !== 'test')
  if (other)
    throw new Blocked(
      `A payment was begun with ${other.mode} payments, and the server runs with ${payments.mode} ones.`,
    )
}

async function refundFunding(deps: Deps, id: FundingId): Promise<void> {
  const { db, now } = deps
  const row = await findFunding(db, id)
  if (row) await requireModeOf(deps, row)
  if (!row || !isRefundDue(row)) return
  // The bank decides about disputed money; the refund is resumed when it has.
  if (await isDisputed(db, id)) return
  await askProvider(deps, row)
  if (row.mode === 'test')
    await inTransaction(db, trx => applyRefund(trx, id, { reason: null, refundId: null, now: now() }))
  // Done when it has arrived, which may take days: then a message or a question brings it.
  else await syncPayment(deps, id)
}

/** Only the provider's keys of its own mode can give a payment back. @throws Blocked while the site runs in another */
async function requireModeOf({ db, env }: Deps, row: FundingRow): Promise<void> {
  const mode = paymentModeOf(env)
  if (row.mode === mode || !(row.set_aside_at !== null || isRefundDue(row))) return
  const reason = `It was paid with ${row.mode} payments, and the server runs with ${mode} ones.`
  if (row.refund_error !== reason)
    await inTransaction(db, trx => updateFunding(trx, row.id, { refund_error: reason }))
  throw new Blocked(reason)
}

/**
 * One try. After an answer that says no, the next try has another key: Stripe gives the same key the same answer for a
 * day, and a payment that has gone back whole cannot go back twice.
 */
async function askProvider(deps: Deps, row: FundingRow): Promise<void> {
  const { db, now } = deps
  const { payments } = deps
  const key = row.refund_attempts === 0 ? `refund-${row.id}` : `refund-${row.id}-${row.refund_attempts}`
  try {
    await payments.refund(row.intent_id ?? '', await sumLost(db, row.id), key)
  } catch (error) {
    const refused = error instanceof RefundRefused || error instanceof NoSuchPayment
    if (!refused && !(error instanceof ProviderUnreachable)) throw error
    // Out of reach: nobody knows whether it heard us, so the next try asks with the same key.
    await inTransaction(db, trx =>
      updateFunding(trx, row.id, {
        refund_error: error.message,
        ...(refused && { refund_attempts: row.refund_attempts + 1 }),
      }),
    )
    deps.log.warn('a refund did not succeed', { funding: row.id, reason: error.message, at: now() })
    throw error
  }
}

/** Nobody tries any more by himself: the organiser sees it, and may ask again. */
export async function saveRefundFailure({ db, now }: Deps, id: FundingId, reason: string): Promise<void> {
  await inTransaction(db, trx => updateFunding(trx, id, { refund_failed_at: now(), refund_error: reason }))
}

/** The last try failed, or nothing works on it any more. */
export async function canRetry(trx: Trx, row: FundingRow): Promise<boolean> {
  if (!isRefundDue(row)) return false
  if (row.refund_error !== null) return true
  return row.refund_id === null && (await findJob(trx, refundJob, row.id))?.state !== 'waiting'
}

/** On the organiser's word, at once and from the first try on, whether somebody still tries by himself or not. */
export async function retryRefund(trx: Trx, funding: FundingRow, now: number): Promise<void> {
  const { id, refunded_at: refundedAt } = funding
  await runJobNow(trx, refundJob, id, now)
  // One that had arrived and was sent back by the bank is owed by this mark alone: it stays until another arrives.
  if (refundedAt === null) await updateFunding(trx, id, { refund_failed_at: null, refund_error: null })
}
