import type { EntryId, FundingId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { NoSuchPayment, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import type { OpenPayments } from '#server/tournaments/entries/index.ts'
import { listPending } from './funding.queries.ts'
import { markFailed, type PaymentDeps, syncPayment } from './sync-payment.ts'

export const makeOpenPayments = (deps: PaymentDeps): OpenPayments => ({
  exist: async (trx, entry) => (await listOpen(trx, deps, entry)).length > 0,
  cancel: entry => cancelOpenIntents(deps, entry),
})

/** Payments that may still be paid in the site's mode. */
const listOpen = async (db: Db, { payments }: PaymentDeps, entry: EntryId) =>
  (await listPending(db, entry)).filter(({ mode }) => mode === payments.mode)

async function cancelOpenIntents(deps: PaymentDeps, entry: EntryId): Promise<boolean> {
  const { db, log } = deps
  try {
    for (const { id, intent_id: intent } of await listOpen(db, deps, entry))
      await cancelIntent(deps, id, intent)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('an open payment could not be cancelled', { entry, reason: error.message })
  }
  return (await listOpen(db, deps, entry)).length === 0
}

/** Cancels a payment that isn't paid. @throws ProviderUnreachable */
export async function cancelIntent(deps: PaymentDeps, id: FundingId, intent: string | null): Promise<void> {
  const { payments } = deps
  // Without an intent, `createPaymentIntent` still waits for the provider, and cancels it.
  if (intent === null || payments.mode === 'test') return markFailed(deps, id)
  try {
    await payments.cancel(intent)
    // It may have been paid before.
    await syncPayment(deps, id)
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    await markFailed(deps, id)
  }
}
