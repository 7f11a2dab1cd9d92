import { type Kysely, sql } from 'kysely'

/** An invitation may offer the tournament itself. SQLite can't change a check, so the table is made again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table new_staff_invitations (
      id text primary key,
      tournament_id text not null references tournaments (id),
      role text not null check (role in ('organiser', 'co-organiser', 'weigh-master')),
      token_hash text not null unique,
      created_at integer not null,
      expires_at integer not null,
      accepted_by text references users (id)
    ) strict
  `.execute(db)
  await sql`
    insert into new_staff_invitations
      select id, tournament_id, role, token_hash, created_at, expires_at, accepted_by from staff_invitations
  `.execute(db)
  await sql`drop table staff_invitations`.execute(db)
  await sql`alter table new_staff_invitations rename to staff_invitations`.execute(db)
  await sql`create index staff_invitations_tournament on staff_invitations (tournament_id, id)`.execute(db)
}
