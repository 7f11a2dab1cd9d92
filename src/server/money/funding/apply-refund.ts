import type { EntryId, FundingId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { type MovementKind, writeMovement } from '#server/money/ledger/index.ts'
import { lowerShare } from '#server/money/payouts/index.ts'
import { record } from '#server/record/index.ts'
import { changeEntryFunding, type FundedEntry, findFundedEntry } from './entry-funding.queries.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import { isRefundDue, isRefundWithoutEntry } from './funding.rules.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'
import { queueFundingMail } from './funding-mails.queries.ts'
import { recordPayment } from './record-payment.ts'

interface RefundArrival {
  /** Null: the reason stored with the refund request applies. */
  reason: RefundReason | null
  refundId: string | null
  now: number
}

/** Records the event that a counted payment was refunded. */
async function recordRefund(
  trx: Trx,
  { id, mode }: FundingRow,
  { entry, cents, now }: { entry: EntryId; cents: number; now: number },
): Promise<void> {
  const tournament = (await findFundedEntry(trx, entry))?.tournament_id
  const event = { at: now, by: null, entry, funding: id, cents, mode }
  await record(trx, { kind: 'funding-refunded', ...event, ...(tournament && { tournament }) })
}

/** Marks a funding as refunded and subtracts it from the entry. Idempotent. */
export async function applyRefund(
  trx: Trx,
  id: FundingId,
  { reason, refundId, now }: RefundArrival,
): Promise<void> {
  const row = await findFunding(trx, id)
  if (!row) return
  const arrived = { refund_id: refundId, refund_error: null, refund_failed_at: null }
  // The payment never counted: there are no ledger lines to reverse.
  if (isRefundWithoutEntry(row) && isRefundDue(row))
    await updateFunding(trx, id, { ...arrived, refunded_at: now })
  if (row.entry_id === null) return
  if (row.status === 'refunded' && row.refund_failed_at !== null) await updateFunding(trx, id, arrived)
  if (row.status !== 'completed' && row.status !== 'refund_pending') return
  const { entry_id: entry, backer_id: backer, amount_cents: cents } = row
  const didCount = row.status === 'completed'
  if (didCount && (await changeEntryFunding(trx, { entry, backer, cents: -cents })) === null)
    throw new Error(`entry ${entry} holds less than funding ${id}`)
  const kind: MovementKind = reason === 'dispute' ? 'chargeback' : 'refund'
  await writeMovement(trx, {
    kind,
    from: didCount ? 'stakes' : 'unplaced',
    to: 'backers',
    cents,
    refs: { entry, funding: id, user: backer },
    now,
  })
  await updateFunding(trx, id, {
    ...arrived,
    status: 'refunded',
    refunded_at: now,
    refund_requested_at: row.refund_requested_at ?? now,
    refund_reason: reason ?? row.refund_reason,
  })
  if (didCount) await recordRefund(trx, row, { entry, cents, now })
  await queueFundingMail(trx, { due: 'refund', funding: id, which: now }, now)
}

/** Subtracts a part; the rest counts. Idempotent. @param givenBackCents in total, also by lost disputes */
export async function applyPartialRefund(
  trx: Trx,
  row: FundingRow,
  givenBackCents: number,
  now: number,
): Promise<void> {
  const { id, entry_id: entry, backer_id: backer, amount_cents: amount, status } = row
  const part = givenBackCents - row.given_back_cents
  const didCount = status === 'completed'
  if (!(didCount || status === 'refund_pending') || entry === null || part <= 0) return
  if (didCount && (await changeEntryFunding(trx, { entry, backer, cents: -part, isPart: true })) === null)
    throw new Error(`entry ${entry} holds less than funding ${id}`)
  await writeMovement(trx, {
    kind: 'part-refund',
    from: didCount ? 'stakes' : 'unplaced',
    to: 'backers',
    cents: part,
    refs: { entry, funding: id, user: backer },
    now,
  })
  await updateFunding(trx, id, {
    amount_cents: amount - part,
    given_back_cents: givenBackCents,
  })
  await lowerShare(trx, id, amount - part)
  if (didCount) await recordRefund(trx, row, { entry, cents: part, now })
  // One mail reports both refunds.
  if (row.refund_requested_at === null)
    await queueFundingMail(trx, { due: 'part_refund', funding: id, which: givenBackCents }, now)
}

/** Makes a payment that counted before its refund count again, because a bank returned the refund. */
export async function reinstateFunding(
  trx: Trx,
  row: FundingRow,
  entry: FundedEntry,
  now: number,
): Promise<void> {
  const { id, charge_id: charge, completed_at, insider } = row
  const withoutRefund = { refund_reason: null, refund_requested_at: null, refund_id: null, refunded_at: null }
  await recordPayment(trx, row, entry, {
    paidAt: now,
    charge,
    now,
    insider,
    kind: 'reinstated',
    save: changes => updateFunding(trx, id, { ...withoutRefund, ...changes, completed_at }),
  })
}
