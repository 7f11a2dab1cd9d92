import { type Kysely, sql } from 'kysely'

/** Updates of a tournament itself. At most one of a tournament is pinned. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table announcements (
      id text primary key,
      tournament_id text not null references tournaments (id),
      author_id text not null references users (id),
      content text not null,
      pinned integer not null default 0 check (pinned in (0, 1)),
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index announcements_newest on announcements (created_at, id)`.execute(db)
  await sql`create index announcements_tournament on announcements (tournament_id, created_at, id)`.execute(
    db,
  )
  await sql`create unique index announcements_pinned on announcements (tournament_id) where pinned = 1`.execute(
    db,
  )
}
