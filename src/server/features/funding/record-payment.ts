import type { EntryId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { transfer, writeMovement } from '#server/features/ledger/index.ts'
import { refundJob } from '#server/features/tournaments/index.ts'
import { enqueue, retryJob } from '#server/queue/queue.queries.ts'
import { changeEntryFunding, type FundedEntry } from './entry-funding.queries.ts'
import { type FundingChanges, updateFunding } from './funding.queries.ts'
import { fundingClosed } from './funding.rules.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'
import { queueFundingMail } from './funding-mails.queries.ts'

/** Of a new payment or of {@link FundingRow}. */
type PaidFunding = Pick<FundingRow, 'id' | 'backer_id' | 'amount_cents'>

/** Default: updates the row. Rows of other tables refer to it. */
type Save = (changes: FundingChanges) => Promise<FundingRow>

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
  save?: Save
}

/**
 * Makes a payment count (entry's totals, funding, receipt, ledger), or refunds it when the goal is reached or funding is
 * closed. No other function does; `changePaymentMode` sets fundings aside and lets them count again.
 * @param funding not recorded yet; read in this transaction unless `save` inserts it
 */
export async function recordPayment(
  trx: Trx,
  funding: PaidFunding,
  entry: FundedEntry,
  {
    paidAt,
    charge = null,
    now,
    kind = 'funding',
    save = changes => updateFunding(trx, funding.id, changes),
  }: Paid,
): Promise<Recorded> {
  const { id, backer_id: backer, amount_cents: cents } = funding
  const closed = fundingClosed(entry, Math.min(paidAt, now))
  const current = closed ? null : await changeEntryFunding(trx, { entry: entry.id, backer, cents })
  if (current === null) {
    const reason = closed?.reason ?? 'no_room'
    const refused = await refundUncounted(trx, funding, { entry: entry.id, charge, reason, now, kind, save })
    return { funding: refused, entry }
  }
  const completed = await save({
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
  save?: Save
}

/** Records a payment that doesn't count, and queues its refund. */
export async function refundUncounted(
  trx: Trx,
  { id, backer_id: backer, amount_cents: cents }: PaidFunding,
  {
    entry,
    charge,
    reason,
    now,
    kind = 'funding',
    save = changes => updateFunding(trx, id, changes),
  }: Uncounted,
): Promise<FundingRow> {
  const refused = await save({
    entry_id: entry,
    status: 'refund_pending',
    charge_id: charge,
    failed_at: null,
    refund_reason: reason,
    refund_requested_at: now,
  })
  await writeMovement(trx, {
    kind: kind === 'funding' ? 'unplaced' : kind,
    lines: transfer('backers', 'unplaced', cents),
    refs: { entry, funding: id, user: backer },
    now,
  })
  if (!(await retryJob(trx, refundJob, id, now))) await enqueue(trx, refundJob, id, now)
  return refused
}
