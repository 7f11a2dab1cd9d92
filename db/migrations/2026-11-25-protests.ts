import { type Kysely, sql } from 'kysely'

// Times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // Stored before dates or rules change: until when captains could file protests, for good.
  await sql`alter table tournaments add column protests_until integer`.execute(db)
  // `from_entry_id`: null: by the organisers. `entry_id`: the boat that it names, also by a catch or a penalty. A catch
  // can be deleted later.
  await sql`
    create table protests (
      id text primary key,
      tournament_id text not null references tournaments (id),
      from_entry_id text references entries (id),
      entry_id text references entries (id),
      catch_id text,
      penalty_id text references penalties (id),
      rule text,
      content text not null,
      late integer not null check (late in (0, 1)),
      filed_by text not null references users (id),
      filed_as text check (filed_as in ('co-organiser', 'organiser')),
      created_at integer not null,
      state text not null check (state in ('open', 'upheld', 'denied', 'withdrawn')),
      check (catch_id is null or penalty_id is null),
      check (entry_id is not null or (catch_id is null and penalty_id is null))
    ) strict
  `.execute(db)
  await sql`create index protests_tournament on protests (tournament_id, created_at, id)`.execute(db)
  await sql`create index protests_open on protests (tournament_id) where state = 'open'`.execute(db)
  await sql`create index protests_filer on protests (filed_by, id)`.execute(db)
  await sql`
    create trigger protests_stand before update of id, tournament_id, from_entry_id, entry_id, catch_id, penalty_id,
      rule, late, filed_by, filed_as, created_at on protests
    begin select raise(abort, 'only the state of a protest changes'); end
  `.execute(db)
  await sql`
    create trigger protests_text before update of content on protests when new.content <> ''
    begin select raise(abort, 'the text of a protest can only be erased'); end
  `.execute(db)
  // Append-only. `role`: null: a captain's. `effects`: JSON, of a decision.
  await sql`
    create table protest_steps (
      id text primary key,
      protest_id text not null references protests (id),
      kind text not null check (kind in ('answer', 'upheld', 'denied', 'withdrawn', 'reopened')),
      content text,
      effects text,
      interested integer not null check (interested in (0, 1)),
      taken_by text not null references users (id),
      role text check (role in ('co-organiser', 'organiser')),
      created_at integer not null,
      check (content is not null or kind = 'withdrawn')
    ) strict
  `.execute(db)
  await sql`create index protest_steps_protest on protest_steps (protest_id, id)`.execute(db)
  await sql`create index protest_steps_taker on protest_steps (taken_by, id)`.execute(db)
  await sql`
    create trigger protest_steps_stand before update of id, protest_id, kind, effects, interested, taken_by, role,
      created_at on protest_steps
    begin select raise(abort, 'steps of protests are append-only'); end
  `.execute(db)
  await sql`
    create trigger protest_steps_text before update of content on protest_steps when new.content is not ''
    begin select raise(abort, 'the text of a step can only be erased'); end
  `.execute(db)
  // `placed_by`: null: by the rules, whose amount the boat's awards reach; once for each boat.
  await sql`
    create table holds (
      id text primary key,
      entry_id text not null references entries (id),
      reason text not null,
      placed_by text references users (id),
      created_at integer not null,
      lifted_at integer,
      lifted_by text references users (id),
      lifted_note text,
      check ((lifted_at is null) = (lifted_note is null))
    ) strict
  `.execute(db)
  await sql`create index holds_entry on holds (entry_id)`.execute(db)
  await sql`create unique index holds_by_rules on holds (entry_id) where placed_by is null`.execute(db)
  await sql`create index holds_placer on holds (placed_by, id) where placed_by is not null`.execute(db)
  await sql`
    create trigger holds_stand before update on holds
    when old.lifted_at is not null or old.id is not new.id or old.entry_id is not new.entry_id
      or old.reason is not new.reason or old.created_at is not new.created_at
    begin select raise(abort, 'holds are lifted once'); end
  `.execute(db)
}
