import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Which jobs are running is known in memory only: after a crash whatever waits is run again.
  await sql`
    create table jobs (
      id text primary key,
      kind text not null,
      subject text not null,
      state text not null check (state in ('waiting', 'done', 'failed')),
      attempts integer not null default 0,
      due_at integer not null,
      last_error text,
      created_at integer not null,
      finished_at integer,
      unique (kind, subject)
    ) strict
  `.execute(db)
  await sql`create index jobs_due on jobs (kind, due_at) where state = 'waiting'`.execute(db)
  await sql`create index jobs_finished on jobs (finished_at) where state = 'done'`.execute(db)
}
