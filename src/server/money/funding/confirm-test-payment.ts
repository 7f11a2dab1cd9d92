import { newId } from '#contract/ids.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Trx } from '#server/db/connection.ts'
import { conflict } from '#server/http/errors.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { findRulesNumber } from '#server/tournaments/scoring/index.ts'
import { findInsider } from '#server/tournaments/tournaments/index.ts'
import { checkAmount, getFundedEntry, refusalError } from './check-amount.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import {
  findByIntent,
  insertFunding,
  releaseHolds,
  sumHeldByOthers,
  updateFunding,
} from './funding.queries.ts'
import {
  arrivalRefusal,
  isRecorded,
  matchesFunding,
  newPaymentRefusal,
  type PaymentConfirmation,
  termsOf,
} from './funding.rules.ts'
import { recordPayment } from './record-payment.ts'
import type { CheckoutDeps, ConfirmedPayment } from './sync-payment.ts'

/** Clients' own ids are accepted once. @throws ApiError 400, 403, 404, 409 */
export async function confirmTestPayment(
  trx: Trx,
  deps: CheckoutDeps,
  confirmation: PaymentConfirmation,
): Promise<ConfirmedPayment> {
  const { backer, entry: entryId, cents, intentId, message } = confirmation
  const now = deps.now()
  const existing = await findByIntent(trx, intentId)
  if (existing && !matchesFunding(existing, confirmation)) throw conflict(texts.notYours)
  if (existing && isRecorded(existing)) {
    const entry = await findFundedEntry(trx, entryId)
    if (!entry) throw conflict(texts.notYours)
    return { funding: existing, entry, isNew: false }
  }
  const entry = await getFundedEntry(trx, entryId, { withdrawn: existing !== undefined })
  // Cancelled, because the terms changed.
  if (existing?.status === 'failed') throw conflict(texts.notYours)
  const insider = await findInsider(trx, entry, backer)
  // Naming an entry begins a payment.
  const previous = existing?.entry_id ? existing : null
  const refusal = previous
    ? arrivalRefusal(entry, previous, { insider, paidAt: now, now })
    : newPaymentRefusal(entry, insider, now)
  if (refusal) throw refusalError(refusal)
  const isNamedNow = existing !== undefined && previous === null
  checkAmount(entry, cents, isNamedNow ? await sumHeldByOthers(trx, entry, backer, now) : 0)
  if (!existing) {
    await countCreated(trx, deps, { person: backer }, 'payments')
    await releaseHolds(trx, entryId, backer, now)
  }
  const payment = existing ?? {
    id: newId<'funding'>(),
    entry_named_at: null,
    backer_id: backer,
    amount_cents: cents,
    created_at: now,
    insider,
    ...termsOf(entry),
    terms_version: await deps.termsVersions.current(trx),
    rules_number: entry.is_ruled === 1 ? await findRulesNumber(trx, entry.tournament_id) : null,
  }
  const result = await recordPayment(trx, payment, entry, {
    insider,
    paidAt: now,
    now,
    save: changes =>
      existing
        ? updateFunding(trx, payment.id, {
            ...changes,
            ...(isNamedNow && { entry_named_at: now }),
            message: existing.message ?? message,
          })
        : insertFunding(trx, {
            ...payment,
            message,
            status: 'pending',
            mode: 'test',
            intent_id: intentId,
            held_until: now,
            ...changes,
          }),
  })
  return { ...result, isNew: true }
}
