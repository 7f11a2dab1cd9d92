import { fundingTexts as texts } from '#contract/funding-texts.ts'
import { type EntryId, type FundingId, newId, type UserId } from '#contract/ids.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import { groupCommitOf } from '#server/db/group-commit.ts'
import type { Deps } from '#server/deps.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import { ApiError, invalid } from '#server/http/errors.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { isMockIntent } from '#server/payments/test-mode.ts'
import { checkAmount, conflict, getFundedEntry, noSuchEntry } from './create-payment-intent.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import { findByIntent, insertFunding, releaseHolds, updateFunding } from './funding.queries.ts'
import {
  assessPayment,
  isRecorded,
  isRefundWithoutEntry,
  matchesFunding,
  notCountedText,
} from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { recordPayment } from './record-payment.ts'
import { type ConfirmedPayment, type SyncedPayment, syncPayment } from './sync-payment.ts'

/** Somebody says that they have paid. */
export interface PaymentConfirmation {
  backer: UserId
  entry: EntryId
  cents: number
  intentId: string
  message: string | null
}

/**
 * `POST /api/funding`: nothing counts on the word of a browser. With live payments the provider is asked.
 * @throws ApiError 400, 402, 404, 409; 503 when the provider does not answer, and 507 when the disk is full: then the
 * record follows by itself
 */
export async function confirmPayment(deps: Deps, claim: PaymentConfirmation): Promise<ConfirmedPayment> {
  const { payments } = deps
  if (isMockIntent(claim.intentId) !== (payments.mode === 'test'))
    throw invalid([{ path: 'stripePaymentIntentId', message: texts.intentInvalid }])
  if (payments.mode === 'test')
    return groupCommitOf(deps.db).write(trx => confirmTestPayment(trx, deps, claim))
  try {
    return await confirmRealPayment(deps, claim)
  } catch (cause) {
    // The card may be charged: a backer who is told that it failed pays twice.
    if (diskFaultOf(cause) === null) throw cause
    throw new ApiError('no_room', texts.checking, { cause })
  }
}

async function confirmRealPayment(deps: Deps, claim: PaymentConfirmation): Promise<ConfirmedPayment> {
  const row = await inTransaction(deps.db, trx => storeConfirmation(trx, claim, deps.now()))
  if (isRecorded(row)) return repeatAnswer(deps, row)
  const { payment, claimed } = await askProvider(deps, row.id)
  if (claimed) {
    refuseUncountedPayment(claimed.funding)
    return claimed
  }
  switch (assessPayment(row, payment)) {
    case 'unpaid':
      throw new ApiError('payment_required', texts.unpaid)
    case 'undecided':
      // Who is told to start again pays twice.
      throw new ApiError('unavailable', texts.checking)
    case 'foreign':
      throw conflict(texts.notYours)
    case 'going back':
    case 'went back':
    case 'went back in part':
    case 'paid':
      throw conflict(texts.wentBack)
  }
}

/** Writes down that its backer says so, and what for, before the provider is asked: it may not answer. */
async function storeConfirmation(trx: Trx, claim: PaymentConfirmation, now: number): Promise<FundingRow> {
  const row = await findByIntent(trx, claim.intentId)
  if (!row || !matchesFunding(row, claim)) throw conflict(texts.notYours)
  if (isRecorded(row)) return row
  if (isRefundWithoutEntry(row)) throw conflict(texts.wentBack)
  const entry = row.entry_id ?? claim.entry
  // One that was withdrawn meanwhile is no reason to keep the money.
  if (!(await findFundedEntry(trx, entry))) throw noSuchEntry()
  return updateFunding(trx, row.id, {
    entry_id: entry,
    claimed_at: row.claimed_at ?? now,
    message: row.message ?? claim.message,
  })
}

/** @throws ApiError 503: people who are told that it failed pay twice */
async function askProvider(deps: Deps, id: FundingId): Promise<SyncedPayment> {
  try {
    const followed = await syncPayment(deps, id)
    if (followed === null) throw conflict(texts.notYours)
    return followed
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw new ApiError('unavailable', texts.checking, { cause })
    if (cause instanceof NoSuchPayment) throw new ApiError('conflict', texts.notYours, { cause })
    throw cause
  }
}

/** @throws ApiError 409 for one that came too late */
function refuseUncountedPayment({ status, refund_reason: reason }: FundingRow): void {
  if (status === 'refund_pending') throw conflict(notCountedText(reason))
}

/** The same record as before. */
async function repeatAnswer({ db }: Deps, funding: FundingRow): Promise<ConfirmedPayment> {
  refuseUncountedPayment(funding)
  const entry = funding.entry_id && (await findFundedEntry(db, funding.entry_id))
  if (!entry) throw conflict(texts.notYours)
  return { funding, entry, isNew: false }
}

/** A test payment counts as paid when its backer says so; one that the server issued only for what it was issued for. */
async function confirmTestPayment(
  trx: Trx,
  deps: Deps,
  claim: PaymentConfirmation,
): Promise<ConfirmedPayment> {
  const { backer, entry: id, cents, intentId, message } = claim
  const now = deps.now()
  const known = await findByIntent(trx, intentId)
  if (known && !matchesFunding(known, claim)) throw conflict(texts.notYours)
  if (known && isRecorded(known)) {
    const entry = await findFundedEntry(trx, id)
    if (!entry) throw conflict(texts.notYours)
    return { funding: known, entry, isNew: false }
  }
  const entry = await getFundedEntry(trx, id)
  checkAmount(entry, cents, 0, now)
  if (!known) {
    await countCreated(trx, deps, { person: backer }, 'payments')
    await releaseHolds(trx, id, backer, now)
  }
  const row =
    known ??
    (await insertFunding(trx, {
      id: newId<'funding'>(),
      entry_id: id,
      backer_id: backer,
      amount_cents: cents,
      message,
      status: 'pending',
      mode: 'test',
      intent_id: intentId,
      created_at: now,
      held_until: now,
    }))
  if (known && message !== null && known.message === null) await updateFunding(trx, row.id, { message })
  const recorded = await recordPayment(trx, row, entry, { paidAt: now, now })
  return { ...recorded, isNew: true }
}
