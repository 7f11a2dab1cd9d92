import type { EntryId } from '#contract/ids.ts'
import { handoverTexts } from '#contract/money/handover-texts.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import { reverseAllHandovers } from '#server/money/handovers/index.ts'
import { writeMovement, writeMovements } from '#server/money/ledger/index.ts'
import { keyVariables } from '#server/money/payments/make-payment-provider.ts'
import { OperatorError } from '#server/operator-error.ts'
import { scheduleJob } from '#server/queue/queue.queries.ts'
import { hasLiveSetAside } from '#server/tournaments/entries/index.ts'
import { refundJob } from '#server/tournaments/tournaments/index.ts'
import {
  changeEntryFunding,
  type FundedEntry,
  findFundedEntry,
  recountEntryFunding,
} from './entry-funding.queries.ts'
import { updateFunding } from './funding.queries.ts'
import { termsOf, termsRefusal } from './funding.rules.ts'
import type { FundingRow, RefundReason } from './funding.table.ts'
import {
  decideUnclearModes,
  listOfOtherModes,
  listSetAsideOf,
  type ModeTotal,
  markSetAside,
  modeTotalText,
  releaseOtherHolds,
  totalsOfOtherModes,
} from './payment-mode.queries.ts'

const batchSize = 500

interface Change {
  mode: PaymentMode
  isAllowed: boolean
  now: number
}

export interface ModeChange {
  setAside: ModeTotal[]
  /** Number of fundings that count again, including those with a pending refund. */
  reinstated: number
  /** Number of fundings that don't fit, or whose tournament is settled, cancelled or without the boat. */
  refunded: number
}

/**
 * Sets unsettled fundings of other modes aside and reinstates those of this mode, before the server serves.
 * @throws OperatorError when the change isn't allowed
 */
export function changePaymentMode(db: Db, { mode, isAllowed, now }: Change): Promise<ModeChange> {
  return inTransaction(db, async trx => {
    if (mode !== 'test') await decideUnclearModes(trx, mode)
    const others = await totalsOfOtherModes(trx, mode)
    if (others.length > 0 && !isAllowed) throw new OperatorError(refusal(mode, others))
    await setAsideOtherModes(trx, mode, now)
    return { setAside: others, ...(await reinstateMode(trx, mode, now)) }
  })
}

function refusal(mode: PaymentMode, others: readonly ModeTotal[]): string {
  const actual = mode === 'test' ? 'missing' : `a ${mode} key`
  const otherMode = others.at(-1)?.mode
  const expected = otherMode === 'test' ? 'no value' : `a ${otherMode} key`
  const totals = others.map(modeTotalText).join(' and ')
  return `${keyVariables} is ${actual}, but takes ${expected} because the database has unsettled payments of another mode: ${totals}. ALLOW_PAYMENT_MODE_CHANGE=on starts with ${mode} payments, and those stop counting.`
}

async function setAsideOtherModes(trx: Trx, mode: PaymentMode, now: number): Promise<void> {
  await releaseOtherHolds(trx, mode, now)
  const entries = new Map<EntryId, PaymentMode>()
  for (;;) {
    const rows = await listOfOtherModes(trx, mode, batchSize)
    if (rows.length === 0) break
    const fundings = rows.flatMap(row =>
      row.status === 'completed' && row.entry_id !== null ? [{ ...row, entry_id: row.entry_id }] : [],
    )
    await writeMovements(
      trx,
      fundings.map(({ id, entry_id: entry, backer_id: user, amount_cents: cents }) => ({
        kind: 'set-aside',
        from: 'stakes',
        to: 'set_aside',
        cents,
        refs: { entry, funding: id, user },
        now,
      })),
    )
    for (const each of fundings) entries.set(each.entry_id, each.mode)
    const ids = rows.map(({ id }) => id)
    await markSetAside(trx, ids, now)
  }
  await recountEntryFunding(trx, [...entries.keys()])
  for (const [entry, paidMode] of entries)
    if (paidMode !== 'live' && !(await hasLiveSetAside(trx, entry)))
      await reverseAllHandovers(trx, entry, { reason: handoverTexts.notCounted, now })
}

async function reinstateMode(trx: Trx, mode: PaymentMode, now: number) {
  const outcome = { reinstated: 0, refunded: 0 }
  for (;;) {
    const rows = await listSetAsideOf(trx, mode, batchSize)
    if (rows.length === 0) return outcome
    for (const row of rows) outcome[await reinstate(trx, row, now)] += 1
  }
}

async function reinstate(trx: Trx, row: FundingRow, now: number): Promise<'reinstated' | 'refunded'> {
  const { id, entry_id: entry, backer_id: backer, amount_cents: cents } = row
  const fundedEntry = entry === null ? undefined : await findFundedEntry(trx, entry)
  if (entry === null || !fundedEntry) throw new Error(`funding ${id} has no entry`)
  if (row.status === 'refund_pending') {
    await updateFunding(trx, id, { set_aside_at: null })
    await scheduleJob(trx, refundJob, id, now)
    return 'reinstated'
  }
  const reason = closedReason(fundedEntry, row) ?? termsRefusal(fundedEntry, row)?.reason ?? null
  const current = reason === null ? await changeEntryFunding(trx, { entry, backer, cents }) : null
  await writeMovement(trx, {
    kind: 'counted-again',
    from: 'set_aside',
    to: current === null ? 'unplaced' : 'stakes',
    cents,
    refs: { entry, funding: id, user: backer },
    now,
  })
  if (current !== null) {
    await updateFunding(trx, id, { ...termsOf(fundedEntry), status: 'completed', set_aside_at: null })
    if (row.refund_requested_at !== null) await scheduleJob(trx, refundJob, id, now)
    return 'reinstated'
  }
  await updateFunding(trx, id, {
    status: 'refund_pending',
    set_aside_at: null,
    refund_reason: row.refund_reason ?? reason ?? 'no_room',
    refund_requested_at: row.refund_requested_at ?? now,
  })
  await scheduleJob(trx, refundJob, id, now)
  return 'refunded'
}

/** A payment made in time counts after the end. */
function closedReason(entry: FundedEntry, { set_aside_at: setAsideAt }: FundingRow): RefundReason | null {
  if (entry.withdrawn_at !== null) return 'withdrawn'
  if (entry.cancelled_at !== null) return 'cancelled'
  const { goal_decided_at: decidedAt, goal_was_reached: wasReached } = entry
  if (decidedAt !== null && wasReached === 0) return 'goal_missed'
  // It counted when the goal was decided, unless it was set aside before.
  if (decidedAt !== null && (setAsideAt === null || setAsideAt < decidedAt)) return 'closed'
  return entry.settled_at === null ? null : 'closed'
}
