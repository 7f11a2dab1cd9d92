import { type Kysely, sql } from 'kysely'

/** Notices of catches, announcements and posts are deleted with them, and those about a person with the account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table notice_messages rename column catch_id to subject_id`.execute(db)
  await sql`drop index notice_messages_catch`.execute(db)
  await sql`
    create index notice_messages_subject on notice_messages (subject_id) where subject_id is not null
  `.execute(db)
  await sql`alter table notice_messages add column about_user text`.execute(db)
  await sql`
    create index notice_messages_about on notice_messages (about_user) where about_user is not null
  `.execute(db)
}
