import type { FundingId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import { groupCommitOf } from '#server/db/group-commit.ts'
import type { Deps } from '#server/deps.ts'
import { type Dispute, type Payment, ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { applyPartialRefund, applyRefund, reinstateFunding } from './apply-refund.ts'
import { saveDispute, sumLost } from './disputes.queries.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import { assessPayment, isRecorded, pendingCents } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { type Recorded, recordPayment, refundUncounted } from './record-payment.ts'

/** What the payment code needs of {@link Deps}; the operator's commands have no more. */
export type PaymentDeps = Pick<Deps, 'db' | 'log' | 'now' | 'payments'>

export type ConfirmedPayment = Recorded & { isNew: boolean }

export interface SyncedPayment {
  payment: Payment
  /** Null: nothing counts, or ever counted: not paid yet, or not for this. */
  claimed: ConfirmedPayment | null
}

interface Also {
  /** Of the message that brought us here: not every server lists disputes. */
  dispute?: Dispute | null
  /** Written in the same transaction. */
  write?: (trx: Trx) => Promise<void>
}

/** Others may follow the same payment at the same time; each round one of them is done. */
const mostRounds = 50

/**
 * Asks the provider for a payment and brings the funding to that state: recorded, refunded, in part or not, disputed. A
 * message only says what to look at, so messages may come late, twice, in any order or never. An answer that is older
 * than what another has written meanwhile is thrown away, and the provider is asked again.
 * @returns null: there is no such funding, it has no payment, or one of another payment mode
 * @throws ProviderUnreachable; NoSuchPayment
 */
export async function syncPayment(
  deps: PaymentDeps,
  id: FundingId,
  { dispute = null, write }: Also = {},
): Promise<SyncedPayment | null> {
  const { db, now, log } = deps
  const { payments } = deps
  for (let round = 0; round < mostRounds; round++) {
    const before = await findFunding(db, id)
    if (!before?.intent_id || before.mode !== payments.mode) return null
    const payment = await payments.find(before.intent_id)
    const followed = await groupCommitOf(db).write(async trx => {
      const row = await findFunding(trx, id)
      if (row?.provider_revision !== before.provider_revision) return null
      await write?.(trx)
      // Paid in a mode that the site no longer used: it is kept for the operator, and counts nowhere.
      if (row.set_aside_at !== null) return { payment, claimed: null, fault: null }
      const seen = { provider_revision: row.provider_revision + 1, checked_at: now() }
      const { applied, claimed } = await applyPayment(trx, await updateFunding(trx, id, seen), payment, now())
      const isListed = payment.disputes.some(({ id: other }) => other === dispute?.id)
      const disputes = dispute === null || isListed ? payment.disputes : [...payment.disputes, dispute]
      for (const each of disputes) await saveDispute(trx, id, each, now())
      const fault = await syncRefunds(trx, applied, payment, now())
      return { payment, claimed, fault }
    })
    if (followed?.fault) log.error(followed.fault, { funding: id, payment: payment.id })
    if (followed) return followed
  }
  throw new ProviderUnreachable('The payment changes faster than it can be read.')
}

interface Applied {
  /** As it is now. */
  applied: FundingRow
  claimed: ConfirmedPayment | null
}

/** What is paid becomes a funding; whatever comes later never lowers what is recorded. */
async function applyPayment(trx: Trx, row: FundingRow, payment: Payment, now: number): Promise<Applied> {
  const nothing = { applied: row, claimed: null }
  // A payment without a boat: none is named yet, or it is going back already.
  const entry = row.entry_id === null ? undefined : await findFundedEntry(trx, row.entry_id)
  if (!entry) return nothing
  if (isRecorded(row)) return { applied: row, claimed: { funding: row, entry, isNew: false } }
  const { charge, paidAt } = payment
  switch (assessPayment(row, payment)) {
    case 'paid': {
      const recorded = await recordPayment(trx, row, entry, { paidAt: paidAt ?? now, charge, now })
      return { applied: recorded.funding, claimed: { ...recorded, isNew: true } }
    }
    case 'went back in part': {
      // What is left of it counts for nothing, and follows.
      const funding = await refundUncounted(trx, row, { entry: entry.id, charge, reason: 'provider', now })
      return { applied: funding, claimed: { funding, entry, isNew: true } }
    }
    case 'went back': {
      // It came and went without us: nothing to count, nothing to give back.
      const gone = { status: 'failed', failed_at: now, charge_id: charge } as const
      return { applied: await updateFunding(trx, row.id, gone), claimed: null }
    }
    case 'unpaid':
      if (payment.status !== 'canceled' || row.status !== 'pending') return nothing
      return {
        applied: await updateFunding(trx, row.id, { status: 'failed', failed_at: now }),
        claimed: null,
      }
    case 'going back':
    case 'undecided':
    case 'foreign':
      return nothing
  }
}

/**
 * What has arrived at the backer's card, or with a bank, counts no longer; what is on its way still counts.
 * @returns what the operator has to know; null: nothing
 */
async function syncRefunds(trx: Trx, row: FundingRow, payment: Payment, now: number): Promise<string | null> {
  const { id } = row
  if (payment.received === 0) return null
  const lost = await sumLost(trx, id)
  const arrived = payment.refunded - pendingCents(payment)
  const gone = arrived + lost
  if (gone >= payment.received) {
    const asked = row.refund_requested_at !== null && arrived > 0
    const reason = asked ? null : lost > 0 ? 'dispute' : 'provider'
    await applyRefund(trx, id, { reason, refundId: payment.refunds[0]?.id ?? row.refund_id, now })
    return null
  }
  await applyPartialRefund(trx, row, gone, now)
  if (payment.refunded + lost >= payment.received) {
    await recordPendingRefund(trx, row, payment)
    return null
  }
  if (row.refund_requested_at === null && row.refund_failed_at !== null && gone >= row.given_back_cents)
    await updateFunding(trx, id, { refund_error: null, refund_failed_at: null })
  if (row.status === 'refunded' && row.refund_reason === 'dispute')
    return applyWonAppeal(trx, row, payment.received - gone, now)
  // Not the newest alone: of several that were on their way, any may come back.
  const failed = payment.refunds.find(({ status }) => status === 'failed')
  return failed ? recordBouncedRefund(trx, row, gone, failed.failure, now) : null
}

/** The whole rest is on its way; that is not done yet, and no other is asked for. */
async function recordPendingRefund(trx: Trx, row: FundingRow, { refunds }: Payment): Promise<void> {
  const pending = refunds.find(({ status }) => status === 'pending')
  if (row.refund_requested_at === null || !pending || row.refund_id === pending.id) return
  // One that a bank sent back keeps its mark until another has arrived.
  const mended = row.refunded_at === null && { refund_error: null, refund_failed_at: null }
  await updateFunding(trx, row.id, { refund_id: pending.id, ...mended })
}

/** A bank has sent money back to us that was on its way, or had arrived: the organiser sees it and may try again. */
async function recordBouncedRefund(
  trx: Trx,
  row: FundingRow,
  gone: number,
  failure: string | null,
  now: number,
): Promise<string | null> {
  const isDone = row.refunded_at !== null
  const wasOnItsWay = !isDone && row.refund_id !== null
  const wasPart = !isDone && gone < row.given_back_cents
  if (row.refund_failed_at !== null || !(isDone || wasOnItsWay || wasPart)) return null
  const reason = `The bank sent the refund back${failure ? `: ${failure}` : ''}.`
  await updateFunding(trx, row.id, {
    refund_failed_at: now,
    refund_error: reason,
    refund_attempts: row.refund_attempts + 1,
    ...(!isDone && { refund_id: null }),
  })
  return wasPart && row.refund_requested_at === null
    ? 'a part that was refunded at the provider came back: refund it there again'
    : 'a refund came back: the organiser can try it again'
}

/** A bank that had taken the money has given it back: it counts again, or follows its backer. @param back cents */
async function applyWonAppeal(trx: Trx, row: FundingRow, back: number, now: number): Promise<string | null> {
  const entry = row.entry_id === null ? undefined : await findFundedEntry(trx, row.entry_id)
  if (!entry || back !== row.amount_cents)
    return 'a bank gave a part of a lost dispute back: refund it at the provider'
  await reinstateFunding(trx, row, entry, now)
  return null
}
