import { type Kysely, sql } from 'kysely'

// Money is integer cents, shares are integer hundredths of a percent, weights are integer hundredths of a pound,
// times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table boats (
      id text primary key,
      owner_id text not null references users (id),
      name text not null,
      captain_name text not null,
      description text,
      image_id text references images (id),
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index boats_owner on boats (owner_id)`.execute(db)
  await sql`create index boats_image on boats (image_id) where image_id is not null`.execute(db)
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
  await sql`create index tournaments_organiser on tournaments (organiser_id)`.execute(db)
  // A withdrawn entry stays: fundings and refunds refer to it. Only one that stands is unique.
  await sql`
    create table entries (
      id text primary key,
      tournament_id text not null references tournaments (id),
      boat_id text not null references boats (id),
      funding_goal_cents integer not null check (funding_goal_cents > 0),
      current_funding_cents integer not null default 0 check (current_funding_cents between 0 and funding_goal_cents),
      backer_count integer not null default 0,
      payout_basis_points integer not null check (payout_basis_points between 1 and 10000),
      current_position integer check (current_position > 0),
      position_override integer check (position_override > 0),
      best_catch text,
      withdrawn_at integer,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index entries_tournament on entries (tournament_id)`.execute(db)
  await sql`create index entries_boat on entries (boat_id)`.execute(db)
  await sql`
    create unique index entries_standing on entries (tournament_id, boat_id) where withdrawn_at is null
  `.execute(db)
  await sql`
    create table catches (
      id text primary key,
      entry_id text not null references entries (id),
      weight_hundredths integer not null check (weight_hundredths > 0),
      species text not null,
      caught_at integer not null,
      recorded_by text not null references users (id),
      created_at integer not null,
      updated_at integer not null
    ) strict
  `.execute(db)
  await sql`create index catches_entry on catches (entry_id)`.execute(db)
  // The tournament is its entry's, repeated here so that one tournament's updates are found by an index.
  await sql`
    create table updates (
      id text primary key,
      entry_id text not null references entries (id),
      tournament_id text not null references tournaments (id),
      author_id text not null references users (id),
      catch_id text references catches (id),
      content text not null,
      location text,
      image_id text references images (id),
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index updates_newest on updates (created_at, id)`.execute(db)
  await sql`create index updates_tournament on updates (tournament_id, created_at, id)`.execute(db)
  await sql`create index updates_entry on updates (entry_id)`.execute(db)
  await sql`create unique index updates_catch on updates (catch_id) where catch_id is not null`.execute(db)
  await sql`create index updates_image on updates (image_id) where image_id is not null`.execute(db)
  // A person crews one boat at a time; until its owner approves, it is a request.
  await sql`
    create table crew_members (
      user_id text primary key references users (id),
      boat_id text not null references boats (id),
      approved_at integer,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index crew_members_boat on crew_members (boat_id)`.execute(db)
}
