import { sql } from 'kysely'
import type { NotificationId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'

/** Excludes what banned accounts wrote, and tournaments of banned organisers. */
export const isShownMessage = sql<boolean>`not exists (
  select 1 from users where users.banned_at is not null and users.id in (message.about_user, (
    select organiser_id from tournaments where tournaments.id = message.tournament_id), (
    select author_id from announcements where announcements.id = message.subject_id)))`

/** Columns that the person reads, where `message` is joined. */
export const shownText = sql<string>`coalesce(notifications.text, message.text)`

/** Returns notifications, newest first. @param before null: from the newest */
export const listNotifications = (db: Db, user: UserId, size: number, before: NotificationId | undefined) =>
  db
    .selectFrom('notifications')
    .innerJoin('notification_messages as message', 'message.id', 'notifications.message_id')
    .select([
      'message.id',
      'message.kind',
      'message.title',
      shownText.as('text'),
      'message.path',
      'notifications.created_at',
      'notifications.read_at',
    ])
    .where('notifications.user_id', '=', user)
    .where(isShownMessage)
    .$if(before !== undefined, select =>
      select.where('notifications.message_id', '<', before as NotificationId),
    )
    .orderBy('notifications.message_id', 'desc')
    .limit(size)
    .execute()

export type ListedNotification = Awaited<ReturnType<typeof listNotifications>>[number]

const unreadOf = compileOnce((db, user: UserId) =>
  db
    .selectFrom('notifications')
    .innerJoin('notification_messages as message', 'message.id', 'notifications.message_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .where(isShownMessage),
)

export async function countUnread(db: Db, user: UserId): Promise<number> {
  const [unread] = await unreadOf(db, user)
  return Math.min(unread?.count ?? 0, limits.notifications)
}

/** Cancels the sending of notifications that have been read. @param until undefined: all */
export async function markRead(
  trx: Trx,
  user: UserId,
  until: NotificationId | undefined,
  now: number,
): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ read_at: now, send_at: null })
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .$if(until !== undefined, update => update.where('message_id', '<=', until as NotificationId))
    .execute()
}
