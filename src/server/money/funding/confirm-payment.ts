import type { FundingId } from '#contract/ids.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import { ApiError, conflict, invalid } from '#server/http/errors.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { isMockIntent, withoutMockSecret } from '#server/money/payments/test-mode.ts'
import { record } from '#server/record/index.ts'
import { noEntry } from '#server/tournaments/entries/index.ts'
import { findInsider } from '#server/tournaments/tournaments/index.ts'
import { checkAmount, refusalError } from './check-amount.ts'
import { confirmTestPayment } from './confirm-test-payment.ts'
import { type FundedEntry, findFundedEntry } from './entry-funding.queries.ts'
import { findByIntent, sumHeldByOthers, updateFunding } from './funding.queries.ts'
import {
  assessPayment,
  isRecorded,
  isRefundWithoutEntry,
  matchesFunding,
  newPaymentRefusal,
  notCountedText,
  type PaymentConfirmation,
  termsOf,
} from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import type { RecordedPayment } from './record-payment.ts'
import { type CheckoutDeps, type ConfirmedPayment, type SyncedPayment, syncPayment } from './sync-payment.ts'

/**
 * Records a payment that the browser reports, if the provider confirms it.
 * @throws ApiError 400, 402, 403, 404, 409; 503 and 507 (full disk): reconciliation records the payment later
 */
export async function confirmPayment(
  deps: CheckoutDeps,
  confirmation: PaymentConfirmation,
): Promise<ConfirmedPayment> {
  const isTest = deps.payments.mode === 'test'
  if (isMockIntent(confirmation.intentId) !== isTest)
    throw invalid([{ path: 'stripePaymentIntentId', message: texts.intentInvalid }])
  if (isTest) {
    const intentId = withoutMockSecret(confirmation.intentId)
    return deps.groupCommit.write(trx => confirmTestPayment(trx, deps, { ...confirmation, intentId }))
  }
  try {
    return await confirmCardPayment(deps, confirmation)
  } catch (cause) {
    // A backer would pay again after reading "failed".
    if (diskFaultOf(cause) === null) throw cause
    throw new ApiError('no_room', texts.checking, { cause })
  }
}

async function confirmCardPayment(
  deps: CheckoutDeps,
  confirmation: PaymentConfirmation,
): Promise<ConfirmedPayment> {
  const row = await inTransaction(deps.db, trx => saveConfirmation(trx, confirmation, deps.now()))
  if (isRecorded(row)) return answerRecorded(deps, row)
  const { payment, outcome } = await sync(deps, row.id)
  if (outcome) {
    refuseUncounted(outcome)
    return outcome
  }
  switch (assessPayment(row, payment)) {
    case 'unpaid':
      throw new ApiError('payment_required', texts.unpaid)
    case 'undecided':
      throw new ApiError('unavailable', texts.checking)
    case 'foreign':
      throw conflict(texts.notYours)
    case 'refund pending':
    case 'refunded':
    case 'partly refunded':
    case 'paid':
      throw conflict(texts.wentBack)
  }
}

/** Runs before the provider is asked. @throws ApiError 404, 409 */
async function saveConfirmation(
  trx: Trx,
  confirmation: PaymentConfirmation,
  now: number,
): Promise<FundingRow> {
  const row = await findByIntent(trx, confirmation.intentId)
  if (!row || !matchesFunding(row, confirmation)) throw conflict(texts.notYours)
  if (isRecorded(row)) return addMessage(trx, row, confirmation.message, now)
  if (isRefundWithoutEntry(row)) throw conflict(texts.wentBack)
  const entry = row.entry_id ?? confirmation.entry
  // Withdrawn entries are accepted, then refunded.
  const fundedEntry = await findFundedEntry(trx, entry)
  if (!fundedEntry) throw noEntry()
  const isNamedNow = row.entry_id === null
  if (isNamedNow) await checkNamedEntry(trx, fundedEntry, row, now)
  return updateFunding(trx, row.id, {
    entry_id: entry,
    ...(isNamedNow && { ...termsOf(fundedEntry), entry_named_at: now }),
    claimed_at: row.claimed_at ?? now,
    message: row.message ?? confirmation.message,
  })
}

/** Adds the message of a client that sends it only with the confirmation, which the webhook came before. */
async function addMessage(
  trx: Trx,
  row: FundingRow,
  message: string | null,
  now: number,
): Promise<FundingRow> {
  if (message === null || row.message !== null || row.claimed_at !== null) return row
  await record(trx, { kind: 'message-sent', at: now, by: row.backer_id, funding: row.id })
  return updateFunding(trx, row.id, { message, claimed_at: now })
}

/**
 * Naming an entry begins a payment. Where none can be begun, the payment is accepted, then refunded; where only its
 * amount doesn't fit, the backer can name another entry.
 * @throws ApiError 400, 409
 */
async function checkNamedEntry(trx: Trx, entry: FundedEntry, row: FundingRow, now: number): Promise<void> {
  const insider = await findInsider(trx, entry, row.backer_id)
  if (newPaymentRefusal(entry, insider, now)) return
  checkAmount(entry, row.amount_cents, await sumHeldByOthers(trx, entry, row.backer_id, now))
}

async function sync(deps: CheckoutDeps, id: FundingId): Promise<SyncedPayment> {
  try {
    const result = await syncPayment(deps, id)
    if (result === null) throw conflict(texts.notYours)
    return result
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw new ApiError('unavailable', texts.checking, { cause })
    if (cause instanceof NoSuchPayment) throw new ApiError('conflict', texts.notYours, { cause })
    throw cause
  }
}

/** @throws ApiError 409; 403 to an insider */
function refuseUncounted({ funding: { status, refund_reason: reason }, entry }: RecordedPayment): void {
  if (status !== 'refund_pending') return
  throw refusalError({ reason, message: notCountedText({ ...entry, refund_reason: reason }) })
}

async function answerRecorded({ db }: CheckoutDeps, funding: FundingRow): Promise<ConfirmedPayment> {
  const entry = funding.entry_id && (await findFundedEntry(db, funding.entry_id))
  if (!entry) throw conflict(texts.notYours)
  refuseUncounted({ funding, entry })
  return { funding, entry, isNew: false }
}
