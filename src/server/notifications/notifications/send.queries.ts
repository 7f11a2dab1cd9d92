import type { NoticeId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { isShownMessage } from './notices.queries.ts'

/** People for whom something is due, longest waiting first. */
export async function listDue(db: Db, now: number, size: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom('notices')
    .select('user_id')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(size)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const withMessages = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('notice_messages as message', 'message.id', 'notices.message_id')
    .leftJoin('boats', 'boats.id', 'notices.boat_id')
    .select([
      'notices.user_id',
      'notices.boat_id',
      'notices.channel',
      'notices.send_at',
      'notices.sent_at',
      'message.id',
      'message.kind',
      'message.title',
      'message.text',
      'message.path',
      'message.urgent',
      'boats.name as boat',
    ])

/** What waits for these people, due or not, oldest first. */
export const listWaiting = (db: Db, people: readonly UserId[]) =>
  withMessages(db)
    .where('notices.user_id', 'in', [...people])
    .where('notices.send_at', 'is not', null)
    .orderBy('notices.message_id')
    .execute()

export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

/** A person's unread pushes since then, oldest first. */
export const listSentSince = (db: Db, user: UserId, since: number): Promise<Waiting[]> =>
  withMessages(db)
    .where('notices.user_id', '=', user)
    .where('notices.sent_at', '>=', since)
    .where('notices.channel', '=', 'push')
    .where(isShownMessage)
    .where('notices.read_at', 'is', null)
    .orderBy('notices.message_id')
    .execute()

/** Those of one mail, oldest first. */
export const listMailed = (db: Db, user: UserId, at: number): Promise<Waiting[]> =>
  withMessages(db)
    .where('notices.user_id', '=', user)
    .where('notices.sent_at', '=', at)
    .where('notices.channel', '=', 'mail')
    .where(isShownMessage)
    .orderBy('notices.message_id')
    .execute()

export async function markSent(
  trx: Trx,
  rows: readonly { user_id: UserId; id: NoticeId }[],
  now: number,
): Promise<void> {
  for (const { user_id: user, id } of rows)
    await trx
      .updateTable('notices')
      .set({ send_at: null, sent_at: now })
      .where('user_id', '=', user)
      .where('message_id', '=', id)
      .execute()
}
