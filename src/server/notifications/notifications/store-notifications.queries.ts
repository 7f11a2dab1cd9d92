import { sql } from 'kysely'
import type { NotificationId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { hasRow } from '#server/db/rows.ts'
import { isShownMessage } from './notifications.queries.ts'
import type { NotificationMessageRow, NotificationRow } from './notifications.table.ts'
import { boatPauseMs } from './restraint.rules.ts'

export async function insertMessage(trx: Trx, message: NotificationMessageRow): Promise<void> {
  await trx
    .insertInto('notification_messages')
    .values(message)
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** @returns false when it was retracted, or is of a banned account */
export const hasMessage = (db: Db, id: NotificationId): Promise<boolean> =>
  hasRow(
    db.selectFrom('notification_messages as message').select('id').where('id', '=', id).where(isShownMessage),
  )

/** Recent and waiting notifications of these people. */
export const listEarlier = (db: Db, people: readonly UserId[], now: number) =>
  db
    .selectFrom('notifications')
    .select(['user_id', 'boat_id as boat', sql<number>`coalesce(sent_at, send_at)`.as('at')])
    .where('user_id', 'in', [...people])
    .where(sql<boolean>`coalesce(sent_at, send_at) > ${now - boatPauseMs}`)
    .execute()

/** Inserts notifications, unless the person has the same one. */
export async function insertNotifications(trx: Trx, rows: readonly NotificationRow[]): Promise<void> {
  await trx
    .insertInto('notifications')
    .values([...rows])
    .onConflict(conflict => conflict.columns(['user_id', 'message_id']).doNothing())
    .execute()
}

/** Keeps the newest of each person, and what waits to be sent. */
export async function pruneNotifications(trx: Trx, people: readonly UserId[]): Promise<void> {
  const nth = (count: number) => sql`(
    select message_id from notifications where user_id = person.value
    order by message_id desc limit 1 offset ${count - 1})`
  await sql`
    delete from notifications where (user_id, message_id) in (
      select old.user_id, old.message_id from ${anyOf(people)} as person
      join notifications as old on old.user_id = person.value and old.message_id < ${nth(limits.notifications)}
      where old.send_at is null or old.message_id < ${nth(limits.notificationsWaiting)})
  `.execute(trx)
}

/** Deletes messages that no person keeps any more. @param before milliseconds since 1970 */
export async function sweepMessages(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('notification_messages')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications')
            .select('notifications.user_id')
            .whereRef('notifications.message_id', '=', 'notification_messages.id'),
        ),
      ),
    )
    .execute()
}
