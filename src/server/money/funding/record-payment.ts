import type { EntryId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { InsiderRole } from '#contract/tournaments/goal-rules.ts'
import type { Trx } from '#server/db/connection.ts'
import { writeMovement } from '#server/money/ledger/index.ts'
import { payoutsOfFundings } from '#server/money/payouts/index.ts'
import { enqueueAgain } from '#server/queue/queue.queries.ts'
import { record } from '#server/record/index.ts'
import { findInsider, refundJob } from '#server/tournaments/tournaments/index.ts'
import { changeEntryFunding, type FundedEntry } from './entry-funding.queries.ts'
import { type FundingChanges, sumHeldByOthers, updateFunding } from './funding.queries.ts'
import { arrivalRefusal, type BoughtTerms, returnRefusal, termsOf } from './funding.rules.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'
import { queueFundingMail } from './funding-mails.queries.ts'

/** Fields of a new payment or of a stored {@link FundingRow}. */
type PaidFunding = Pick<
  FundingRow,
  'id' | 'backer_id' | 'amount_cents' | 'created_at' | 'entry_named_at' | 'insider'
> &
  BoughtTerms

/** Default: updates the row. Rows of other tables refer to it. */
type Save = (changes: FundingChanges) => Promise<FundingRow>

export interface RecordedPayment {
  funding: FundingRow
  entry: FundedEntry
}

interface PaymentFacts {
  /** A payment made in time counts until results are confirmed. */
  paidAt: number
  charge?: string | null
  now: number
  /** Undefined if `recordPayment` shall read it. */
  insider?: InsiderRole | null
  /** True if the payment holds room until it arrives; else it must fit beside the holds of other payments. */
  isHeld?: boolean
  /** `reinstated`: a bank returned the money. */
  kind?: 'funding' | 'reinstated'
  save?: Save
}

/**
 * Makes a payment count (entry's totals, funding, receipt, ledger), or refunds it when it doesn't fit or the rules
 * refuse it. No other function does; `changePaymentMode` sets fundings aside and lets them count again.
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
    insider: role,
    isHeld = true,
    kind = 'funding',
    save = changes => updateFunding(trx, funding.id, changes),
  }: PaymentFacts,
): Promise<RecordedPayment> {
  const { id, backer_id: backer, amount_cents: cents } = funding
  const insider = role === undefined ? await findInsider(trx, entry, backer) : role
  const refusal =
    kind === 'reinstated'
      ? returnRefusal(entry, funding, (await payoutsOfFundings(trx, [id])).size > 0)
      : arrivalRefusal(entry, funding, { insider, paidAt, now })
  const hasRoom = isHeld || (await fitsBesideHolds(trx, funding, entry, now))
  const counts = refusal === null && hasRoom
  const current = counts ? await changeEntryFunding(trx, { entry: entry.id, backer, cents }) : null
  if (current === null) {
    const reason = refusal?.reason ?? 'no_room'
    const cause = { entry: entry.id, insider, charge, reason, now, kind, save }
    return { funding: await refundUncounted(trx, funding, cause), entry }
  }
  const row = await save({
    entry_id: entry.id,
    ...termsOf(entry),
    insider,
    status: 'completed',
    charge_id: charge,
    completed_at: now,
    failed_at: null,
  })
  await queueFundingMail(trx, { due: 'receipt', funding: id, which: now }, now)
  await writeMovement(trx, {
    kind,
    from: 'backers',
    to: 'stakes',
    cents,
    refs: { entry: entry.id, funding: id, user: backer },
    now,
  })
  const event = {
    at: now,
    by: backer,
    tournament: entry.tournament_id,
    entry: entry.id,
    funding: id,
    cents,
    mode: row.mode,
  }
  if (kind === 'reinstated') await record(trx, { kind: 'funding-reinstated', ...event, by: null })
  else {
    const facts = { reached: current === entry.goal, hasMessage: row.message !== null }
    await record(trx, { kind: 'funding-received', ...event, ...facts })
  }
  return { funding: row, entry: { ...entry, current } }
}

/** Returns whether the payment leaves nothing beside the holds of others, or an amount that can be funded. */
async function fitsBesideHolds(
  trx: Trx,
  { amount_cents: cents, backer_id: backer }: PaidFunding,
  entry: FundedEntry,
  now: number,
): Promise<boolean> {
  const heldCents = await sumHeldByOthers(trx, entry, backer, now)
  const rest = entry.goal - entry.current - heldCents - cents
  return rest === 0 || rest >= limits.fundingLeftMinCents
}

interface UncountedPayment {
  entry: EntryId
  insider: InsiderRole | null
  charge: string | null
  reason: RefundReason
  now: number
  kind?: PaymentFacts['kind']
  save?: Save
}

/** Records a payment that doesn't count, and queues its refund. */
export async function refundUncounted(
  trx: Trx,
  { id, backer_id: backer, amount_cents: cents }: PaidFunding,
  {
    entry,
    insider,
    charge,
    reason,
    now,
    kind = 'funding',
    save = changes => updateFunding(trx, id, changes),
  }: UncountedPayment,
): Promise<FundingRow> {
  const row = await save({
    entry_id: entry,
    insider,
    status: 'refund_pending',
    charge_id: charge,
    failed_at: null,
    refund_reason: reason,
    refund_requested_at: now,
  })
  await writeMovement(trx, {
    kind: kind === 'funding' ? 'unplaced' : kind,
    from: 'backers',
    to: 'unplaced',
    cents,
    refs: { entry, funding: id, user: backer },
    now,
  })
  await enqueueAgain(trx, refundJob, id, now)
  return row
}
