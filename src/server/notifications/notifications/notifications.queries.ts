import { sql } from 'kysely'
import type { NoticeId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'

/** Excludes what banned accounts wrote, and tournaments of banned organisers. */
export const isShownMessage = sql<boolean>`not exists (
  select 1 from users where users.banned_at is not null and users.id in (message.about_user, (
    select organiser_id from tournaments where tournaments.id = message.tournament_id), (
    select author_id from announcements where announcements.id = message.subject_id)))`

/** Newest first. @param before null: from the newest */
export const listNotices = (db: Db, user: UserId, size: number, before: NoticeId | undefined) =>
  db
    .selectFrom('notices')
    .innerJoin('notice_messages as message', 'message.id', 'notices.message_id')
    .select([
      'message.id',
      'message.kind',
      'message.title',
      'message.text',
      'message.path',
      'notices.created_at',
      'notices.read_at',
    ])
    .where('notices.user_id', '=', user)
    .where(isShownMessage)
    .$if(before !== undefined, select => select.where('notices.message_id', '<', before as NoticeId))
    .orderBy('notices.message_id', 'desc')
    .limit(size)
    .execute()

export type ListedNotice = Awaited<ReturnType<typeof listNotices>>[number]

const unreadOf = compileOnce((db, user: UserId) =>
  db
    .selectFrom('notices')
    .innerJoin('notice_messages as message', 'message.id', 'notices.message_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .where(isShownMessage),
)

export async function countUnread(db: Db, user: UserId): Promise<number> {
  const [unread] = await unreadOf(db, user)
  return Math.min(unread?.count ?? 0, limits.notices)
}

/** What has been read isn't sent any more. @param until undefined: all */
export async function markRead(
  trx: Trx,
  user: UserId,
  until: NoticeId | undefined,
  now: number,
): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ read_at: now, send_at: null })
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .$if(until !== undefined, update => update.where('message_id', '<=', until as NoticeId))
    .execute()
}
