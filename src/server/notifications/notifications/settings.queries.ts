import type { UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { NotificationSettingsRow } from './notifications.table.ts'

export const findSettings = (db: Db, user: UserId): Promise<NotificationSettingsRow | undefined> =>
  db.selectFrom('notification_settings').selectAll().where('user_id', '=', user).executeTakeFirst()

export async function putSettings(
  trx: Trx,
  { user_id, ...settings }: NotificationSettingsRow,
): Promise<void> {
  await trx
    .insertInto('notification_settings')
    .values({ user_id, ...settings })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(settings))
    .execute()
}
