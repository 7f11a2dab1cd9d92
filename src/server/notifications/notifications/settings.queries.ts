import type { UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { NoticeSettingsRow } from './notices.table.ts'

export const findSettings = (db: Db, user: UserId): Promise<NoticeSettingsRow | undefined> =>
  db.selectFrom('notice_settings').selectAll().where('user_id', '=', user).executeTakeFirst()

export async function putSettings(
  trx: Trx,
  { user_id, ...settings }: Omit<NoticeSettingsRow, 'digest_day'>,
): Promise<void> {
  await trx
    .insertInto('notice_settings')
    .values({ user_id, ...settings })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(settings))
    .execute()
}
