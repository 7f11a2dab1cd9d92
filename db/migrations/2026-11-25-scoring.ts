import { type Kysely, sql } from 'kysely'

// Times are milliseconds since 1970, UTC; weights are hundredths of a pound, lengths hundredths of an inch.
export async function up(db: Kysely<never>): Promise<void> {
  // Append-only; the highest number is in force. `rules` is JSON; null: the heaviest fish, as without rules.
  await sql`
    create table tournament_rules (
      tournament_id text not null references tournaments (id),
      number integer not null check (number > 0),
      rules text,
      reason text,
      set_by text not null references users (id),
      set_at integer not null,
      primary key (tournament_id, number)
    ) strict, without rowid
  `.execute(db)
  await sql`
    create trigger tournament_rules_no_update before update on tournament_rules
    begin select raise(abort, 'rules are append-only'); end
  `.execute(db)
  // `divisions`: JSON, keys of the rules. Removed anglers keep their catches.
  await sql`
    create table anglers (
      id text primary key,
      entry_id text not null references entries (id),
      name text not null,
      divisions text not null,
      created_at integer not null,
      removed_at integer
    ) strict
  `.execute(db)
  await sql`create index anglers_entry on anglers (entry_id, id)`.execute(db)
  await rebuildCatches(db)
  // `day`: null where the rules have no days.
  await sql`
    create table penalties (
      id text primary key,
      entry_id text not null references entries (id),
      key text not null,
      day text,
      count integer not null check (count > 0),
      reason text,
      recorded_by text not null references users (id),
      created_at integer not null,
      lifted_at integer,
      lifted_by text references users (id),
      lifted_reason text
    ) strict
  `.execute(db)
  await sql`create index penalties_entry on penalties (entry_id)`.execute(db)
  // Append-only; the last one for a category and a day is in force. `contestants`: JSON, the better place first.
  await sql`
    create table tie_decisions (
      id text primary key,
      tournament_id text not null references tournaments (id),
      category text not null,
      day text,
      contestants text not null,
      reason text not null,
      decided_by text not null references users (id),
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index tie_decisions_tournament on tie_decisions (tournament_id, id)`.execute(db)
  // `confirmed_at`: null while the boat is not in.
  await sql`
    create table pot_entries (
      entry_id text not null references entries (id),
      pot text not null,
      wanted integer not null check (wanted in (0, 1)),
      confirmed_at integer,
      primary key (entry_id, pot)
    ) strict, without rowid
  `.execute(db)
  await sql`alter table entries add column disqualified_at integer`.execute(db)
  await sql`alter table entries add column disqualified_by text references users (id)`.execute(db)
  await sql`alter table entries add column disqualified_reason text`.execute(db)
  // JSON of the main category's total; null without rules or fish.
  await sql`alter table entries add column score text`.execute(db)
  // JSON: keys of pots; null: everything is shared.
  await sql`alter table entries add column shared_pots text`.execute(db)
  // JSON: what the goal pays for; null: not stated.
  await sql`alter table entries add column goal_parts text`.execute(db)
  // The rules when the payment was begun; null: none.
  await sql`alter table fundings add column rules_number integer`.execute(db)
}

/**
 * SQLite can't make a column nullable. Updates refer to catches, so that their references are set aside meanwhile.
 * `ounces`: of rules in ounces, exact. `marks`: JSON, keys of the rules. `weighed_at`: as stated; null: not stated.
 */
async function rebuildCatches(db: Kysely<never>): Promise<void> {
  await sql`
    create table new_catches (
      id text primary key,
      entry_id text not null references entries (id),
      weight_hundredths integer check (weight_hundredths > 0),
      ounces integer check (ounces > 0),
      length_hundredths integer check (length_hundredths > 0),
      released integer not null default 0 check (released in (0, 1)),
      species text not null,
      angler_id text references anglers (id),
      marks text not null default '[]',
      caught_at integer not null,
      weighed_at integer,
      scale text,
      witness text,
      recorded_by text not null references users (id),
      created_at integer not null,
      updated_at integer not null,
      corrected_at integer,
      first_weight_hundredths integer,
      first_species text,
      disqualified_at integer,
      disqualified_by text references users (id),
      disqualified_reason text,
      allowed_at integer,
      allowed_by text references users (id),
      allowed_reason text,
      check (released = 0 or weight_hundredths is null)
    ) strict
  `.execute(db)
  await sql`
    insert into new_catches (id, entry_id, weight_hundredths, species, caught_at, recorded_by, created_at, updated_at,
        corrected_at, first_weight_hundredths, first_species)
      select id, entry_id, weight_hundredths, species, caught_at, recorded_by, created_at, updated_at,
        corrected_at, first_weight_hundredths, first_species
      from catches
  `.execute(db)
  await sql`create temp table update_catches as
      select id, catch_id from updates where catch_id is not null`.execute(db)
  await sql`update updates set catch_id = null where catch_id is not null`.execute(db)
  await sql`drop table catches`.execute(db)
  await sql`alter table new_catches rename to catches`.execute(db)
  await sql`create index catches_entry on catches (entry_id)`.execute(db)
  await sql`create index catches_recorder on catches (recorded_by, id)`.execute(db)
  await sql`
    update updates set catch_id = set_aside.catch_id
      from temp.update_catches as set_aside where set_aside.id = updates.id
  `.execute(db)
  await sql`drop table temp.update_catches`.execute(db)
}
