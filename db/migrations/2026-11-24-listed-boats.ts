import { type Kysely, sql } from 'kysely'

/** Boats that an organiser entered, and invitations for their captains. SQLite can't change a check. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table entries add column awaits_captain integer not null default 0`.execute(db)
  await sql`
    create table new_staff_invitations (
      id text primary key,
      tournament_id text not null references tournaments (id),
      role text not null check (role in ('organiser', 'co-organiser', 'weigh-master', 'captain')),
      token_hash text not null unique,
      created_at integer not null,
      expires_at integer not null,
      accepted_by text references users (id),
      entry_id text references entries (id),
      email text
    ) strict
  `.execute(db)
  await sql`
    insert into new_staff_invitations
      select id, tournament_id, role, token_hash, created_at, expires_at, accepted_by, null, null
        from staff_invitations
  `.execute(db)
  await sql`drop table staff_invitations`.execute(db)
  await sql`alter table new_staff_invitations rename to staff_invitations`.execute(db)
  await sql`create index staff_invitations_tournament on staff_invitations (tournament_id, id)`.execute(db)
  await sql`create unique index staff_invitations_entry on staff_invitations (entry_id)
      where entry_id is not null`.execute(db)
}
