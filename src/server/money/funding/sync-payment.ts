import type { FundingId } from '#contract/ids.ts'
import { dollars } from '#contract/money.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import {
  type Dispute,
  NoSuchPayment,
  type Payment,
  type PaymentProvider,
  ProviderUnreachable,
  type Refund,
} from '#server/money/payments/payment-provider.ts'
import { record } from '#server/record/index.ts'
import { findInsider } from '#server/tournaments/tournaments/index.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyPartialRefund, applyRefund, reinstateFunding } from './apply-refund.ts'
import { sumLostDisputes } from './disputes.queries.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import {
  assessPayment,
  foreignText,
  isFullyRefunded,
  isRecorded,
  pendingRefundCents,
} from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { type RecordedPayment, recordPayment, refundUncounted } from './record-payment.ts'
import { deleteUnknownPayment, saveUnknownPayment } from './unknown-payments.queries.ts'

/** Dependencies of a sync; admin commands have them too. */
export type PaymentDeps = Pick<Deps, 'db' | 'groupCommit' | 'log' | 'now' | 'payments'>

/** Dependencies of a backer's payment. */
export type CheckoutDeps = PaymentDeps & Pick<Deps, 'env' | 'termsVersions'>

export type ConfirmedPayment = RecordedPayment & { isNew: boolean }

export interface SyncedPayment {
  payment: Payment
  /** Null if the payment never counted. */
  outcome: ConfirmedPayment | null
}

interface Options {
  /** Dispute that a webhook carried: some servers don't list disputes. */
  dispute?: Dispute | null
  /** Runs in the transaction that updates the funding. */
  alsoWrite?: (trx: Trx) => Promise<void>
}

const returnedPart = 'a bank returned a part of a lost dispute: refund it at the provider'

/** Concurrent syncs retry; one succeeds per round. */
const maxRounds = 50

/**
 * Updates a funding from its payment. Idempotent, in any order. `provider_revision` detects stale answers.
 * @returns null when unknown, unpaid or of another payment mode
 * @throws ProviderUnreachable; NoSuchPayment
 */
export async function syncPayment(
  { db, groupCommit, log, now, payments }: PaymentDeps,
  id: FundingId,
  { dispute = null, alsoWrite }: Options = {},
): Promise<SyncedPayment | null> {
  for (let round = 0; round < maxRounds; round++) {
    const before = await findFunding(db, id)
    if (!before?.intent_id || before.mode !== payments.mode) return null
    const payment = await payments.find(before.intent_id)
    const result = await groupCommit.write(async trx => {
      const row = await findFunding(trx, id)
      if (row?.provider_revision !== before.provider_revision) return null
      await alsoWrite?.(trx)
      // Set aside: counts nowhere.
      if (row.set_aside_at !== null) return { payment, outcome: null, problem: null }
      const revision = { provider_revision: row.provider_revision + 1, checked_at: now() }
      const current = await updateFunding(trx, id, revision)
      const outcome = await applyPayment(trx, current, payment, now())
      const isListed = payment.disputes.some(({ id: other }) => other === dispute?.id)
      const disputes = dispute === null || isListed ? payment.disputes : [...payment.disputes, dispute]
      for (const each of disputes) await applyDispute(trx, id, each, now())
      const problem = await syncRefunds(trx, outcome?.funding ?? current, payment, now())
      const wasReturned = payment.refunded > 0 || disputes.length > 0
      return { payment, outcome: outcome && wasReturned ? await readAgain(trx, outcome) : outcome, problem }
    })
    if (result?.problem) log.error(result.problem, { funding: id, payment: payment.id })
    if (result) return result
  }
  throw new ProviderUnreachable('The payment changes faster than it can be read.')
}

/** Marks a pending funding as failed, because its payment can't be made. */
export const markFailed = ({ db, now }: PaymentDeps, id: FundingId): Promise<void> =>
  inTransaction(db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.status === 'pending')
      await updateFunding(trx, id, { status: 'failed', failed_at: now(), checked_at: now() })
  })

/** @returns null when unknown @throws ProviderUnreachable */
export const findPayment = (payments: PaymentProvider, intentId: string): Promise<Payment | null> =>
  payments.find(intentId).catch((error: unknown) => {
    if (error instanceof NoSuchPayment) return null
    throw error
  })

/**
 * {@link syncPayment} for a message about a payment. Of one that the provider no longer knows, the dispute alone is
 * applied: what a bank keeps counts no more.
 */
export async function syncByMessage(deps: PaymentDeps, id: FundingId, options: Options): Promise<void> {
  const { db, log, now } = deps
  try {
    await syncPayment(deps, id, options)
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    const { dispute, alsoWrite } = options
    const problem = await inTransaction(db, async trx => {
      await alsoWrite?.(trx)
      return dispute ? applyDisputeAlone(trx, id, dispute, now()) : null
    })
    if (problem) log.error(problem, { funding: id })
  }
}

/** @returns a problem for the operator */
async function applyDisputeAlone(
  trx: Trx,
  id: FundingId,
  dispute: Dispute,
  now: number,
): Promise<string | null> {
  const lostBefore = await sumLostDisputes(trx, id)
  await applyDispute(trx, id, dispute, now)
  const row = await findFunding(trx, id)
  if (!row || row.set_aside_at !== null) return null
  const { amount_cents: rest, given_back_cents: givenBack } = row
  // A dispute that took the whole rest isn't in `given_back_cents`.
  const lostCents = row.status === 'refunded' ? await sumLostDisputes(trx, id) : lostBefore
  const refunded = Math.max(0, givenBack - lostCents)
  return syncRefunds(trx, row, { received: rest + givenBack, refunded, refunds: [] }, now)
}

/** Refunds and disputes change a funding after it was recorded. */
async function readAgain(trx: Trx, { funding, entry, isNew }: ConfirmedPayment): Promise<ConfirmedPayment> {
  const [row, current] = [await findFunding(trx, funding.id), await findFundedEntry(trx, entry.id)]
  return { funding: row ?? funding, entry: current ?? entry, isNew }
}

/**
 * Brings an unrecorded funding to its payment's state.
 * @returns null if it never counted; then `syncRefunds` needs no field that changed
 */
async function applyPayment(
  trx: Trx,
  row: FundingRow,
  payment: Payment,
  now: number,
): Promise<ConfirmedPayment | null> {
  const entry = row.entry_id === null ? undefined : await findFundedEntry(trx, row.entry_id)
  if (!entry) return null
  if (isRecorded(row)) return { funding: row, entry, isNew: false }
  const { charge, paidAt } = payment
  switch (assessPayment(row, payment)) {
    case 'paid': {
      const at = paidAt ?? now
      const facts = { paidAt: at, charge, now, isHeld: at < row.held_until }
      return { ...(await recordPayment(trx, row, entry, facts)), isNew: true }
    }
    case 'partly refunded': {
      // The rest never counted: refund it too.
      const insider = await findInsider(trx, entry, row.backer_id)
      const cause = { entry: entry.id, insider, charge, reason: 'provider', now } as const
      return { funding: await refundUncounted(trx, row, cause), entry, isNew: true }
    }
    case 'refunded':
      await updateFunding(trx, row.id, { status: 'failed', failed_at: now, charge_id: charge })
      return null
    case 'unpaid':
      if (payment.status === 'canceled' && row.status === 'pending')
        await updateFunding(trx, row.id, { status: 'failed', failed_at: now })
      return null
    case 'foreign':
      await setForeignAside(trx, row, payment, now)
      return null
    case 'refund pending':
    case 'undecided':
      return null
  }
}

/** Lists a paid payment that isn't the funding's for the operator, until it is refunded at the provider. */
async function setForeignAside(trx: Trx, row: FundingRow, payment: Payment, now: number): Promise<void> {
  const { id: intentId } = payment
  if (payment.received === 0) return
  if (isFullyRefunded(payment)) {
    await deleteUnknownPayment(trx, intentId)
    await updateFunding(trx, row.id, { status: 'failed', failed_at: now })
    return
  }
  const event = { id: intentId, type: 'foreign', funding: row.id, dispute: null }
  const refusal = foreignText(payment)
  await saveUnknownPayment(trx, { intentId, payment, event, mode: row.mode, refusal, now })
}

type RefundState = Pick<Payment, 'received' | 'refunded' | 'refunds'>

/**
 * Applies the refunds that have succeeded; money of pending ones still counts.
 * @returns a problem for the operator
 */
async function syncRefunds(
  trx: Trx,
  row: FundingRow,
  payment: RefundState,
  now: number,
): Promise<string | null> {
  const { id } = row
  if (payment.received === 0) return null
  const lostCents = await sumLostDisputes(trx, id)
  const refundCents = payment.refunded - pendingRefundCents(payment)
  const givenBackCents = refundCents + lostCents
  if (givenBackCents >= payment.received) {
    const isRequested = row.refund_requested_at !== null && refundCents > 0
    const reason = isRequested ? null : lostCents > 0 ? 'dispute' : 'provider'
    await applyRefund(trx, id, { reason, refundId: payment.refunds[0]?.id ?? row.refund_id, now })
    return null
  }
  await applyPartialRefund(trx, row, givenBackCents, now)
  if (payment.refunded + lostCents >= payment.received) {
    await savePendingRefund(trx, row, payment)
    return null
  }
  if (
    row.refund_requested_at === null &&
    row.refund_failed_at !== null &&
    givenBackCents >= row.given_back_cents
  )
    await updateFunding(trx, id, { refund_error: null, refund_failed_at: null })
  if (row.status === 'refunded' && row.refund_reason === 'dispute')
    return applyWonAppeal(trx, row, payment.received - givenBackCents, now)
  // Any pending refund may fail, not only the newest.
  const failedRefund = payment.refunds.find(({ status }) => status === 'failed')
  if (failedRefund) return saveReturnedRefund(trx, row, givenBackCents, failedRefund, now)
  return givenBackCents < row.given_back_cents ? returnedPart : null
}

async function savePendingRefund(trx: Trx, row: FundingRow, { refunds }: RefundState): Promise<void> {
  const pending = refunds.find(({ status }) => status === 'pending')
  if (row.refund_requested_at === null || !pending || row.refund_id === pending.id) return
  // A failed refund stays failed until another one succeeds.
  const noFailure = row.refunded_at === null && { refund_error: null, refund_failed_at: null }
  await updateFunding(trx, row.id, { refund_id: pending.id, ...noFailure })
}

async function saveReturnedRefund(
  trx: Trx,
  row: FundingRow,
  givenBackCents: number,
  { cents, failure }: Refund,
  now: number,
): Promise<string | null> {
  const isDone = row.refunded_at !== null
  const wasPending = !isDone && row.refund_id !== null
  const wasPartial = !isDone && givenBackCents < row.given_back_cents
  if (row.refund_failed_at !== null || !(isDone || wasPending || wasPartial)) return null
  const isByHand = wasPartial && row.refund_requested_at === null
  const reason = failure ? `: ${failure}` : ''
  await updateFunding(trx, row.id, {
    refund_failed_at: now,
    refund_error: isByHand
      ? `The bank sent back ${dollars(cents)} that you refunded at the payment provider${reason}. Refund it there again.`
      : `The bank sent the refund back${reason}.`,
    refund_attempts: row.refund_attempts + 1,
    ...(!isDone && { refund_id: null }),
  })
  await record(trx, { kind: 'refund-failed', at: now, by: null, funding: row.id })
  return isByHand
    ? 'a bank returned a partial refund: refund it at the provider again'
    : 'a bank returned a refund: the organiser can retry it'
}

/** @param wonCents that the bank returned */
async function applyWonAppeal(
  trx: Trx,
  row: FundingRow,
  wonCents: number,
  now: number,
): Promise<string | null> {
  const entry = row.entry_id === null ? undefined : await findFundedEntry(trx, row.entry_id)
  if (!entry || wonCents !== row.amount_cents) return returnedPart
  await reinstateFunding(trx, row, entry, now)
  return null
}
