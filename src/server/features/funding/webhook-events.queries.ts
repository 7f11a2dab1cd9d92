import type { Db, Trx } from '#server/db/connection.ts'
import type { PaymentEvent } from '#server/payments/payment-provider.ts'

/** Idempotent. */
export async function saveEvent(trx: Trx, { id, type }: PaymentEvent, now: number): Promise<void> {
  await trx
    .insertInto('webhook_events')
    .values({ id, type, received_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

export const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('webhook_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Milliseconds since 1970; null: none in the last 90 days. */
export async function findLatestEvent(db: Db): Promise<number | null> {
  const { at } = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.max<number | null>('received_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** Stripe redelivers for three days and lists for 30. */
export async function sweepWebhookEvents(db: Db, receivedBefore: number): Promise<void> {
  await db.deleteFrom('webhook_events').where('received_at', '<', receivedBefore).execute()
}
