import { type FundingId, isId } from '#contract/ids.ts'
import { hour, minute } from '#contract/time.ts'
import type { Trx } from '#server/db/connection.ts'
import { NoSuchPayment } from '#server/money/payments/payment-provider.ts'
import { enqueueAgain } from '#server/queue/queue.queries.ts'
import { Blocked, doubling, type JobKind } from '#server/queue/queue.ts'
import { findFunding } from './funding.queries.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

/** Subject: funding id. */
export const syncJob = 'sync-payment'

/** Checks a payment apart from the others, because the provider failed to answer for it. */
export const queueSync = (trx: Trx, id: FundingId, now: number): Promise<void> =>
  enqueueAgain(trx, syncJob, id, now)

export const syncJobKind = (deps: PaymentDeps): JobKind => ({
  kind: syncJob,
  atOnce: 1,
  // For about a day; then the operator runs it again.
  retryAfter: doubling(minute, 2 * hour, 18),
  run: async ({ subject }) => {
    if (!isId<'funding'>(subject)) return
    const { db, payments } = deps
    const row = await findFunding(db, subject)
    if (row && row.mode !== payments.mode)
      throw new Blocked(
        `It was paid with ${row.mode} payments, and the server runs with ${payments.mode} ones.`,
      )
    await syncPayment(deps, subject).catch((error: unknown) => {
      if (!(error instanceof NoSuchPayment)) throw error
    })
  },
})
