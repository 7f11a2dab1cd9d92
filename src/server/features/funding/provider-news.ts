import { type FundingId, isId } from '#contract/ids.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { applyInside } from './claim.ts'
import { followDispute, sumLost } from './disputes.ts'
import { findByCharge, findByIntent, findFunding, updateFunding } from './funding.queries.ts'
import type { FundingRow } from './funding.table.ts'
import { NoSuchPayment, type Payment, type PaymentEvent, paymentsOf } from './payments.ts'
import { markRefunded, markRefundedInPart } from './refunded.ts'

/**
 * A message of the provider has its effect, once, in whatever order messages come: it only says what to look at, and
 * the payment itself is asked for.
 * @throws ProviderUnreachable: it sends the message again
 */
export async function takeNews(deps: Deps, event: PaymentEvent): Promise<void> {
  const { db, now } = deps
  if (await isKnown(deps, event.id)) return
  const row = await findSubject(deps, event)
  const payment = row?.intent_id ? await findPayment(deps, row.intent_id) : null
  await inTransaction(db, async trx => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('webhook_events')
      .values({ id: event.id, type: event.type, received_at: now() })
      .onConflict(conflict => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n || !row) return
    if (payment) await applyInside(trx, row.id, payment, now())
    if (payment) await followRefunds(trx, row.id, payment, event, now())
    if (event.dispute) await followDispute(trx, row.id, event.dispute, now())
  })
}

/** Forgets messages that the provider sends no more: it tries for three days. */
export async function sweepNews(db: Db, receivedBefore: number): Promise<void> {
  await db.deleteFrom('webhook_events').where('received_at', '<', receivedBefore).execute()
}

const findPayment = (deps: Deps, intentId: string): Promise<Payment | null> =>
  paymentsOf(deps)
    .find(intentId)
    .catch((error: unknown) => {
      if (error instanceof NoSuchPayment) return null
      throw error
    })

const isKnown = async ({ db }: Deps, id: string): Promise<boolean> =>
  (await db.selectFrom('webhook_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Which funding it is about. One whose id we were never told (we died meanwhile) is known by what we wrote on it. */
async function findSubject(deps: Deps, event: PaymentEvent): Promise<FundingRow | undefined> {
  const { db } = deps
  const { intentId, charge, funding } = event
  if (intentId === null) return charge === null ? undefined : findByCharge(db, charge)
  const row = await findByIntent(db, intentId)
  if (row || !isId<'funding'>(funding)) return row
  const made = await findFunding(db, funding)
  if (made?.intent_id !== null || made.mode !== paymentsOf(deps).mode) return undefined
  return inTransaction(db, trx => updateFunding(trx, funding, { intent_id: intentId }))
}

/** Whatever went back there has gone back here; what did not arrive is shown to the organiser. */
async function followRefunds(
  trx: Trx,
  id: FundingId,
  payment: Payment,
  event: PaymentEvent,
  now: number,
): Promise<void> {
  const row = await findFunding(trx, id)
  if (!row) return
  if (
    event.refundFailure !== null &&
    row.refund_requested_at !== null &&
    payment.refunded < payment.received
  ) {
    await updateFunding(trx, id, {
      refund_failed_at: now,
      refund_error: event.refundFailure,
      refund_attempts: row.refund_attempts + 1,
    })
    return
  }
  if (payment.refunded === 0 || payment.received === 0) return
  const gone = payment.refunded + (await sumLost(trx, id))
  if (gone < payment.received) await markRefundedInPart(trx, row, gone, now)
  else
    await markRefunded(trx, id, {
      reason: row.refund_requested_at === null ? 'provider' : null,
      refundId: row.refund_id,
      now,
    })
}
