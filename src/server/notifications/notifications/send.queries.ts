import type { NotificationId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { isShownMessage, shownText } from './notifications.queries.ts'
import type { NotificationRow } from './notifications.table.ts'

/** People for whom something is due, longest waiting first. */
export async function listDue(db: Db, now: number, size: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(size)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const withMessages = (db: Db) =>
  db
    .selectFrom('notifications')
    .innerJoin('notification_messages as message', 'message.id', 'notifications.message_id')
    .leftJoin('boats', 'boats.id', 'notifications.boat_id')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'notifications.user_id')
    .select([
      'notifications.user_id',
      'notifications.boat_id',
      'notifications.channel',
      'notifications.send_at',
      'notifications.sent_at',
      'notifications.created_at',
      'message.id',
      'message.kind',
      'message.title',
      shownText.as('text'),
      'message.path',
      'message.urgent',
      'boats.name as boat',
      'settings.channels',
      'settings.quiet_from',
      'settings.quiet_to',
      'settings.time_zone',
    ])

/** Waiting notifications of these people, due or not, oldest first. */
export const listWaiting = (db: Db, people: readonly UserId[]) =>
  withMessages(db)
    .where('notifications.user_id', 'in', [...people])
    .where('notifications.send_at', 'is not', null)
    .orderBy('notifications.message_id')
    .execute()

export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

/** A person's unread pushes since then, oldest first. */
export const listSentSince = (db: Db, user: UserId, since: number): Promise<Waiting[]> =>
  withMessages(db)
    .where('notifications.user_id', '=', user)
    .where('notifications.sent_at', '>=', since)
    .where('notifications.channel', '=', 'push')
    .where(isShownMessage)
    .where('notifications.read_at', 'is', null)
    .orderBy('notifications.message_id')
    .execute()

/** Returns the notifications of one mail, oldest first. */
export const listMailed = (db: Db, user: UserId, at: number): Promise<Waiting[]> =>
  withMessages(db)
    .where('notifications.user_id', '=', user)
    .where('notifications.sent_at', '=', at)
    .where('notifications.channel', '=', 'mail')
    .where(isShownMessage)
    .orderBy('notifications.message_id')
    .execute()

/** @param times `send_at` null: no longer due; `sent_at` also null: they are only listed */
export async function setTimes(
  trx: Trx,
  rows: readonly { user_id: UserId; id: NotificationId }[],
  times: Pick<NotificationRow, 'send_at' | 'sent_at'>,
): Promise<void> {
  for (const { user_id: user, id } of rows)
    await trx
      .updateTable('notifications')
      .set(times)
      .where('user_id', '=', user)
      .where('message_id', '=', id)
      .execute()
}
