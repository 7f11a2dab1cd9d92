import { type Kysely, sql } from 'kysely'

const tables = {
  notices: 'notifications',
  notice_messages: 'notification_messages',
  notice_settings: 'notification_settings',
}

const indexes = {
  notices_message: 'notifications_message on notifications (message_id)',
  notices_unread: 'notifications_unread on notifications (user_id) where read_at is null',
  notices_due: 'notifications_due on notifications (send_at) where send_at is not null',
  notices_sent: 'notifications_sent on notifications (user_id, sent_at) where sent_at is not null',
  notice_messages_subject:
    'notification_messages_subject on notification_messages (subject_id) where subject_id is not null',
  notice_messages_about:
    'notification_messages_about on notification_messages (about_user) where about_user is not null',
  notice_messages_tournament:
    'notification_messages_tournament on notification_messages (tournament_id) where tournament_id is not null',
  notice_settings_digest:
    'notification_settings_digest on notification_settings (time_zone) where digest = 1',
}

const jobs = {
  notice: 'notification',
  'notice-send': 'notification-send',
  'mail-notices': 'mail-notifications',
}

/** Notices are called notifications everywhere. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [before, after] of Object.entries(tables))
    await sql`alter table ${sql.table(before)} rename to ${sql.table(after)}`.execute(db)
  for (const [before, after] of Object.entries(indexes)) {
    await sql`drop index ${sql.table(before)}`.execute(db)
    await sql`create index ${sql.raw(after)}`.execute(db)
  }
  for (const [before, after] of Object.entries(jobs))
    await sql`update jobs set kind = ${after} where kind = ${before}`.execute(db)
}
