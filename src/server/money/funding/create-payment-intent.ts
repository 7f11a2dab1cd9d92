import { type EntryId, newId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { minute } from '#contract/time.ts'
import type { ShownTerms } from '#contract/tournaments/entries.ts'
import { isTooSmallForCard } from '#contract/tournaments/goal-rules.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { ApiError, conflict, invalid } from '#server/http/errors.ts'
import { ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { findRulesNumber } from '#server/tournaments/scoring/index.ts'
import { findInsider, fundingHoldMs } from '#server/tournaments/tournaments/index.ts'
import { cancelIntent } from './cancel-intents.ts'
import { checkAmount, getFundedEntry, refusalError } from './check-amount.ts'
import type { FundedEntry } from './entry-funding.queries.ts'
import {
  insertFunding,
  lastUnpaidHold,
  releaseHolds,
  sumHeldByOthers,
  sumHeldElsewhere,
  updateFunding,
} from './funding.queries.ts'
import { areWorseThan, newPaymentRefusal, termsOf } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import type { CheckoutDeps } from './sync-payment.ts'

export interface NewPaymentIntent {
  backer: { id: UserId; email: string }
  /** Null if an older client sent none. */
  entry: EntryId | null
  cents: number
  message: string | null
  /** Terms that the backer saw, or null if not stated. */
  terms: ShownTerms | null
}

/**
 * Inserts a pending funding first, so that every charge has a row. Replaces the backer's pending payment.
 * @returns the client secret
 * @throws ApiError 400, 403, 404, 409; 503: nothing is charged
 */
export async function createPaymentIntent(deps: CheckoutDeps, intent: NewPaymentIntent): Promise<string> {
  const { db, log, now, payments } = deps
  const { row, entry, previous } = await inTransaction(db, trx => insertPending(trx, deps, intent))
  for (const each of previous) await cancelPrevious(deps, each)
  try {
    const { id, clientSecret } = await payments.create({
      funding: row.id,
      backer: intent.backer.id,
      entry: intent.entry,
      cents: intent.cents,
      description: entry ? `${entry.boat_name}, ${entry.tournament_name}` : 'Funding of a tournament boat',
      email: intent.backer.email,
    })
    const current = await inTransaction(db, trx => updateFunding(trx, row.id, { intent_id: id }))
    if (current.status !== 'pending') {
      // The terms were changed meanwhile.
      await payments.cancel(id)
      throw conflict(texts.termsChanged)
    }
    if (payments.mode === 'test' || current.held_until === row.held_until) return clientSecret
    // Another payment released the hold before it could cancel this one.
    await cancelPrevious(deps, current)
    throw conflict(texts.replaced)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('a payment intent could not be created', { funding: row.id, reason: error.message })
    await inTransaction(db, trx => updateFunding(trx, row.id, { status: 'failed', failed_at: now() }))
    throw new ApiError('unavailable', texts.unreachable, { cause: error })
  }
}

type PreviousPayment = Pick<FundingRow, 'id' | 'intent_id'>

async function insertPending(
  trx: Trx,
  deps: CheckoutDeps,
  { backer, entry: entryId, cents, message, terms }: NewPaymentIntent,
): Promise<{ row: FundingRow; entry: FundedEntry | null; previous: PreviousPayment[] }> {
  const now = deps.now()
  const entry = entryId === null ? null : await getFundedEntry(trx, entryId)
  if (entry) {
    const refusal = newPaymentRefusal(entry, await findInsider(trx, entry, backer.id), now)
    if (refusal) throw refusalError(refusal)
    if (terms && areWorseThan(entry, terms)) throw conflict(texts.termsOutdated)
    if (deps.payments.mode !== 'test' && isTooSmallForCard(entry.goal - entry.current))
      throw conflict(texts.remainderTooSmall)
    checkAmount(entry, cents, await sumHeldByOthers(trx, entry, backer.id, now))
  } else if (cents < limits.fundingMinCents)
    throw invalid([{ path: 'amount', message: texts.amountTooSmall }])
  await countCreated(trx, deps, { person: backer.id }, 'payments')
  const heldUntil = entry ? await holdEnd(trx, entry.id, backer.id, cents, now) : now
  const previous = entry ? await releaseHolds(trx, entry.id, backer.id, now) : []
  const row = await insertFunding(trx, {
    id: newId<'funding'>(),
    entry_id: entryId,
    backer_id: backer.id,
    amount_cents: cents,
    ...(entry && termsOf(entry)),
    terms_version: await deps.termsVersions.current(trx),
    rules_number: entry?.is_ruled === 1 ? await findRulesNumber(trx, entry.tournament_id) : null,
    message,
    status: 'pending',
    mode: deps.payments.mode,
    created_at: now,
    held_until: heldUntil,
    // Reconciliation asks for older payments first.
    checked_at: now,
  })
  return { row, entry, previous }
}

/**
 * A replacement ends when the payment that it replaces would have ended.
 * @returns the hold's end in milliseconds since 1970; 0: no hold, because the backer holds too much elsewhere
 */
async function holdEnd(
  trx: Trx,
  entry: EntryId,
  backer: UserId,
  cents: number,
  now: number,
): Promise<number> {
  const last = await lastUnpaidHold(trx, entry, backer)
  const isNew = last === null || last <= now - limits.fundingHoldPauseMinutes * minute
  const end = isNew ? now + fundingHoldMs : last
  const isTooMuch = (await sumHeldElsewhere(trx, backer, entry, now)) + cents > limits.fundingHeldMaxCents
  return isTooMuch ? 0 : end
}

/** Cancels a replaced payment. If it was paid meanwhile, it counts or is refunded. */
async function cancelPrevious(deps: CheckoutDeps, { id, intent_id: intent }: PreviousPayment): Promise<void> {
  if (intent === null || deps.payments.mode === 'test') return
  try {
    await cancelIntent(deps, id, intent)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    deps.log.warn('a replaced payment could not be cancelled', { funding: id, reason: error.message })
  }
}
