import { type Kysely, sql } from 'kysely'

// Money is integer cents, shares are integer hundredths of a percent, times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table boats (
      id text primary key,
      owner_id text not null references users (id),
      name text not null,
      captain_name text not null,
      description text,
      image_url text,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index boats_owner on boats (owner_id)`.execute(db)
  await sql`
    create table tournaments (
      id text primary key,
      organiser_id text not null references users (id),
      name text not null,
      description text,
      location text,
      starts_at integer not null,
      ends_at integer not null,
      prize_pool_cents integer,
      cancelled_at integer,
      created_at integer not null,
      updated_at integer not null,
      check (ends_at > starts_at),
      check (prize_pool_cents >= 0)
    ) strict
  `.execute(db)
  await sql`create index tournaments_dates on tournaments (starts_at, ends_at)`.execute(db)
  await sql`
    create table entries (
      id text primary key,
      tournament_id text not null references tournaments (id),
      boat_id text not null references boats (id),
      funding_goal_cents integer not null check (funding_goal_cents > 0),
      current_funding_cents integer not null default 0 check (current_funding_cents between 0 and funding_goal_cents),
      backer_count integer not null default 0,
      payout_basis_points integer not null check (payout_basis_points between 1 and 10000),
      current_position integer,
      best_catch text,
      created_at integer not null,
      unique (tournament_id, boat_id)
    ) strict
  `.execute(db)
  await sql`create index entries_boat on entries (boat_id)`.execute(db)
}
