import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import type { PaymentEvent } from '#server/money/payments/payment-provider.ts'

/** Stores that an event was handled. Idempotent. */
export async function saveEvent(trx: Trx, { id, type }: PaymentEvent, now: number): Promise<void> {
  await trx
    .insertInto('webhook_events')
    .values({ id, type, received_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

export const hasEvent = (db: Db, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('webhook_events').select('id').where('id', '=', id))

/**
 * Returns the time of the latest event, from a webhook or the provider's list, in milliseconds since 1970.
 * Null if there was none in the last 90 days.
 */
export async function findLatestEvent(db: Db): Promise<number | null> {
  const { at } = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.max<number | null>('received_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** Stores when a webhook with a valid signature last arrived, whatever its subject. */
export async function saveWebhookTime(trx: Trx, mode: PaymentMode, at: number): Promise<void> {
  await trx
    .insertInto('last_webhooks')
    .values({ mode, received_at: at })
    .onConflict(conflict => conflict.column('mode').doUpdateSet({ received_at: at }))
    .execute()
}

/** Returns the time of the last webhook in milliseconds since 1970, or null. */
export async function findLatestWebhook(db: Db, mode: PaymentMode): Promise<number | null> {
  const row = await db
    .selectFrom('last_webhooks')
    .select('received_at')
    .where('mode', '=', mode)
    .executeTakeFirst()
  return row?.received_at ?? null
}

export async function saveRefusedWebhook(
  trx: Trx,
  mode: PaymentMode,
  refusal: { refused_at: number; reason: string },
): Promise<void> {
  await trx
    .insertInto('refused_webhooks')
    .values({ mode, ...refusal })
    .onConflict(conflict => conflict.column('mode').doUpdateSet(refusal))
    .execute()
}

export const findRefusedWebhook = (db: Db, mode: PaymentMode) =>
  db.selectFrom('refused_webhooks').selectAll().where('mode', '=', mode).executeTakeFirst()

/** Deletes old events. Stripe redelivers for three days and lists for 30. */
export async function sweepWebhookEvents(db: Db, receivedBefore: number): Promise<void> {
  await db.deleteFrom('webhook_events').where('received_at', '<', receivedBefore).execute()
}
