import { fundingTexts as texts } from '#contract/funding-texts.ts'
import { newId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { countCreated } from '#server/features/daily-limits/index.ts'
import { checkAmount, conflict, getFundedEntry } from './check-amount.ts'
import { findFundedEntry } from './entry-funding.queries.ts'
import { findByIntent, insertFunding, releaseHolds, updateFunding } from './funding.queries.ts'
import { isRecorded, matchesFunding, type PaymentConfirmation } from './funding.rules.ts'
import { recordPayment } from './record-payment.ts'
import type { ConfirmedPayment } from './sync-payment.ts'

/** Clients' own ids are accepted once. @throws ApiError 400, 404, 409 */
export async function confirmTestPayment(
  trx: Trx,
  deps: Deps,
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
  const entry = await getFundedEntry(trx, entryId)
  checkAmount(entry, cents, 0, now)
  if (!existing) {
    await countCreated(trx, deps, { person: backer }, 'payments')
    await releaseHolds(trx, entryId, backer, now)
  }
  const { id } = existing ?? { id: newId<'funding'>() }
  const recorded = await recordPayment(trx, { id, backer_id: backer, amount_cents: cents }, entry, {
    paidAt: now,
    now,
    save: changes =>
      existing
        ? updateFunding(trx, id, { ...changes, message: existing.message ?? message })
        : insertFunding(trx, {
            id,
            backer_id: backer,
            amount_cents: cents,
            message,
            status: 'pending',
            mode: 'test',
            intent_id: intentId,
            created_at: now,
            held_until: now,
            ...changes,
          }),
  })
  return { ...recorded, isNew: true }
}
