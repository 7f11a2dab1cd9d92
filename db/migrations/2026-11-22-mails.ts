import { type Kysely, sql } from 'kysely'

// Times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // Mails that can't be written anew when they are sent: their links are stored as hashes only.
  await sql`
    create table mails (
      id text primary key,
      recipient text not null,
      subject text not null,
      text text not null,
      created_at integer not null,
      expires_at integer,
      failed_at integer
    ) strict
  `.execute(db)
  await sql`create index mails_recipient on mails (recipient)`.execute(db)
  await sql`create index mails_failed on mails (failed_at) where failed_at is not null`.execute(db)
  // Mails about money that were due are jobs from here on, like all others.
  await sql`
    insert into jobs (id, kind, subject, state, due_at, created_at)
    select
      lower(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-' || substr(h, 17, 4) || '-' || substr(h, 21)),
      'mail-money', subject, 'waiting', due_at, due_at
    from (
      select hex(randomblob(16)) as h, coalesce(mail_due_at, created_at) as due_at,
        mail_due || '/' || id || '/' || case mail_due when 'part_refund' then given_back_cents
          else coalesce(mail_due_at, created_at) end as subject
      from fundings where mail_due is not null
    )
  `.execute(db)
  await sql`drop index fundings_mails`.execute(db)
  await sql`alter table fundings drop column mail_due`.execute(db)
  await sql`alter table fundings drop column mail_due_at`.execute(db)
  await sql`alter table fundings drop column mail_tries`.execute(db)
}
