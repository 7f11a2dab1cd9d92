import type { EntryId, FundingId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { failPending, listOpenIntents } from './funding.queries.ts'
import { syncPayment } from './sync-payment.ts'

/**
 * Cancels the entry's open payments, at the provider too.
 * @returns false when one of them was paid, or can still be
 */
export async function cancelOpenIntents(deps: Deps, entry: EntryId): Promise<boolean> {
  const { db, log, payments } = deps
  try {
    for (const { id, intent_id: intent } of await listOpenIntents(db, entry, payments.mode))
      await cancelIntent(deps, id, intent)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('an open payment could not be cancelled', { entry, reason: error.message })
  }
  return (await listOpenIntents(db, entry, payments.mode)).length === 0
}

async function cancelIntent(deps: Deps, id: FundingId, intent: string | null): Promise<void> {
  const { db, now, payments } = deps
  const fail = async () => void (await inTransaction(db, trx => failPending(trx, id, now())))
  // Without an intent, `createPaymentIntent` still waits for the provider, and cancels it.
  if (intent === null || payments.mode === 'test') return fail()
  try {
    await payments.cancel(intent)
    // It may have been paid before.
    await syncPayment(deps, id)
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    await fail()
  }
}
