import { type Kysely, sql } from 'kysely'

/** People who help an organiser, the links that invite them, and what was done in a tournament's name. */
export async function up(db: Kysely<never>): Promise<void> {
  // A row stays after a removal since the start: its person remains an insider.
  await sql`
    create table staff (
      tournament_id text not null references tournaments (id),
      user_id text not null references users (id),
      role text not null check (role in ('co-organiser', 'weigh-master')),
      joined_at integer not null,
      removed_at integer,
      primary key (tournament_id, user_id)
    ) strict, without rowid
  `.execute(db)
  await sql`create index staff_user on staff (user_id, joined_at, tournament_id)`.execute(db)
  await sql`
    create table staff_invitations (
      id text primary key,
      tournament_id text not null references tournaments (id),
      role text not null check (role in ('co-organiser', 'weigh-master')),
      token_hash text not null unique,
      created_at integer not null,
      expires_at integer not null,
      accepted_by text references users (id)
    ) strict
  `.execute(db)
  await sql`create index staff_invitations_tournament on staff_invitations (tournament_id, id)`.execute(db)
  await sql`
    create table tournament_actions (
      id text primary key,
      tournament_id text not null references tournaments (id),
      actor_id text not null references users (id),
      role text not null,
      kind text not null,
      subject text not null,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`
    create index tournament_actions_tournament on tournament_actions (tournament_id, created_at, id)
  `.execute(db)
}
