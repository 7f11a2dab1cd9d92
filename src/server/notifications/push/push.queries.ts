import { newId, type PushSubscriptionId, type SessionId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { allRows } from '#server/db/row-order.ts'
import { hasRow } from '#server/db/rows.ts'
import type { PushSubscriptionRow } from './push.table.ts'

export interface NewSubscription {
  user: UserId
  session: SessionId
  endpoint: string
  p256dh: string
  auth: string
}

/** An endpoint belongs to the account that sent it last. Deletes a person's oldest devices beyond the limit. */
export async function putSubscription(
  trx: Trx,
  { user, session, endpoint, p256dh, auth }: NewSubscription,
  now: number,
): Promise<PushSubscriptionId> {
  const values = { user_id: user, session_id: session, p256dh, auth, created_at: now, failing_since: null }
  const { id } = await trx
    .insertInto('push_subscriptions')
    .values({ id: newId<'push-subscription'>(), endpoint, ...values })
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const tooMany = trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(allRows)
    .offset(limits.pushDevices)
  await trx.deleteFrom('push_subscriptions').where('id', 'in', tooMany).execute()
  return id
}

/** @returns whether there was one */
export async function deleteOwnSubscription(trx: Trx, user: UserId, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const hasSubscription = (db: Db, user: UserId): Promise<boolean> =>
  hasRow(db.selectFrom('push_subscriptions').select('id').where('user_id', '=', user))

/** Returns at most {@link limits.pushDevices} subscriptions, newest first. */
export const listSubscriptions = (db: Db, user: UserId): Promise<{ id: PushSubscriptionId }[]> =>
  db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .limit(limits.pushDevices)
    .execute()

/** Returns the people's devices, except those whose service fails: another job retries them. */
export const listDevices = (db: Db, people: readonly UserId[]): Promise<PushSubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', 'in', [...people])
    .where('failing_since', 'is', null)
    .execute()

export const findDevice = (db: Db, id: PushSubscriptionId): Promise<PushSubscriptionRow | undefined> =>
  db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

export async function deleteDevices(trx: Trx, devices: readonly PushSubscriptionId[]): Promise<void> {
  if (devices.length > 0)
    await trx
      .deleteFrom('push_subscriptions')
      .where('id', 'in', [...devices])
      .execute()
}

/** @param since null: it works again */
export async function markFailing(trx: Trx, id: PushSubscriptionId, since: number | null): Promise<void> {
  await trx.updateTable('push_subscriptions').set({ failing_since: since }).where('id', '=', id).execute()
}
