import type { EntryId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { transfer, writeMovement } from '#server/features/ledger/index.ts'
import { refundJob } from '#server/features/tournaments/index.ts'
import { enqueue, retryJob } from '#server/queue/queue.queries.ts'
import { changeEntryFunding, type FundedEntry } from './entry-funding.queries.ts'
import { updateFunding } from './funding.queries.ts'
import { fundingClosed } from './funding.rules.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'
import { queueFundingMail } from './funding-mails.queries.ts'

export interface Recorded {
  funding: FundingRow
  entry: FundedEntry
}

interface Paid {
  /** A payment made in time counts until results are confirmed. */
  paidAt: number
  charge?: string | null
  now: number
  /** `reinstated`: a bank returned the money. */
  kind?: 'funding' | 'reinstated'
}

/**
 * Makes a payment count (entry's totals, funding, receipt, ledger), or refunds it when the goal is reached or funding is
 * closed. No other function does; `changePaymentMode` sets fundings aside and lets them count again.
 * @param funding read in this transaction, not recorded yet
 */
export async function recordPayment(
  trx: Trx,
  funding: FundingRow,
  entry: FundedEntry,
  { paidAt, charge = null, now, kind = 'funding' }: Paid,
): Promise<Recorded> {
  const { id, backer_id: backer, amount_cents: cents } = funding
  const closed = fundingClosed(entry, Math.min(paidAt, now))
  const current = closed ? null : await changeEntryFunding(trx, { entry: entry.id, backer, cents })
  if (current === null) {
    const reason = closed?.reason ?? 'no_room'
    const refused = await refundUncounted(trx, funding, { entry: entry.id, charge, reason, now, kind })
    return { funding: refused, entry }
  }
  const completed = await updateFunding(trx, id, {
    entry_id: entry.id,
    status: 'completed',
    charge_id: charge,
    completed_at: now,
    failed_at: null,
  })
  await queueFundingMail(trx, { due: 'receipt', funding: id, which: now }, now)
  await writeMovement(trx, {
    kind,
    lines: transfer('backers', 'stakes', cents),
    refs: { entry: entry.id, funding: id, user: backer },
    now,
  })
  return { funding: completed, entry: { ...entry, current } }
}

interface Uncounted {
  entry: EntryId
  charge: string | null
  reason: RefundReason
  now: number
  kind?: Paid['kind']
}

/** Records a payment that doesn't count, and queues its refund. */
export async function refundUncounted(
  trx: Trx,
  { id, backer_id: backer, amount_cents: cents }: FundingRow,
  { entry, charge, reason, now, kind = 'funding' }: Uncounted,
): Promise<FundingRow> {
  await writeMovement(trx, {
    kind: kind === 'funding' ? 'unplaced' : kind,
    lines: transfer('backers', 'unplaced', cents),
    refs: { entry, funding: id, user: backer },
    now,
  })
  if (!(await retryJob(trx, refundJob, id, now))) await enqueue(trx, refundJob, id, now)
  return updateFunding(trx, id, {
    entry_id: entry,
    status: 'refund_pending',
    charge_id: charge,
    failed_at: null,
    refund_reason: reason,
    refund_requested_at: now,
  })
}
