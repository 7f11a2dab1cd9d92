import { type Kysely, sql } from 'kysely'

/** Archives of people's own data: the latest of each person. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table data_exports (
      user_id text primary key references users (id),
      id text not null unique,
      state text not null check (state in ('waiting', 'ready', 'failed')),
      requested_at integer not null,
      finished_at integer,
      size_bytes integer,
      is_disk_full integer not null default 0 check (is_disk_full in (0, 1)),
      check ((state = 'ready') = (size_bytes is not null)),
      check ((state = 'waiting') = (finished_at is null))
    ) strict
  `.execute(db)
  await sql`create index data_exports_finished on data_exports (finished_at)`.execute(db)
  // What one person wrote is found without reading the table.
  await sql`create index announcements_author on announcements (author_id, id)`.execute(db)
  await sql`create index catches_recorder on catches (recorded_by, id)`.execute(db)
  await sql`create index crew_post_reports_reporter on crew_post_reports (reporter_id, id)`.execute(db)
  await sql`create index handovers_recorder on handovers (recorded_by, id)`.execute(db)
  await sql`create index tournament_actions_actor on tournament_actions (actor_id, id)`.execute(db)
  await sql`create index updates_author on updates (author_id, id)`.execute(db)
}
