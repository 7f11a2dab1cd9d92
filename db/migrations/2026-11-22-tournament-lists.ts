import { type Kysely, sql } from 'kysely'

// Lists of tournaments by category read a few rows of an index. The search indexes a table with a numeric key, because
// `vacuum` may renumber the rows of `tournaments`.
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index tournaments_dates`.execute(db)
  await sql`create index tournaments_starts on tournaments (starts_at, id, cancelled_at)`.execute(db)
  await sql`create index tournaments_ends on tournaments (ends_at, id, starts_at, cancelled_at)`.execute(db)
  await sql`
    create index tournaments_cancelled_starts on tournaments (starts_at, id) where cancelled_at is not null
  `.execute(db)
  await sql`
    create index tournaments_cancelled_ends on tournaments (ends_at, id, starts_at) where cancelled_at is not null
  `.execute(db)
  await sql`
    create table tournament_texts (
      number integer primary key,
      tournament_id text not null unique references tournaments (id) on delete cascade,
      name text not null,
      location text
    ) strict
  `.execute(db)
  await sql`
    create virtual table tournament_search using fts5 (
      name,
      location,
      content = 'tournament_texts',
      content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2',
      prefix = '1 2 3'
    )
  `.execute(db)
  await sql`
    create trigger tournament_texts_inserted after insert on tournament_texts begin
      insert into tournament_search (rowid, name, location) values (new.number, new.name, new.location);
    end
  `.execute(db)
  await sql`
    create trigger tournament_texts_deleted after delete on tournament_texts begin
      insert into tournament_search (tournament_search, rowid, name, location)
        values ('delete', old.number, old.name, old.location);
    end
  `.execute(db)
  await sql`
    create trigger tournament_texts_updated after update on tournament_texts begin
      insert into tournament_search (tournament_search, rowid, name, location)
        values ('delete', old.number, old.name, old.location);
      insert into tournament_search (rowid, name, location) values (new.number, new.name, new.location);
    end
  `.execute(db)
  await sql`
    create trigger tournaments_inserted after insert on tournaments begin
      insert into tournament_texts (tournament_id, name, location) values (new.id, new.name, new.location);
    end
  `.execute(db)
  await sql`
    create trigger tournaments_renamed after update of name, location on tournaments
      when old.name is not new.name or old.location is not new.location begin
      update tournament_texts set name = new.name, location = new.location where tournament_id = new.id;
    end
  `.execute(db)
  await sql`
    insert into tournament_texts (tournament_id, name, location)
      select id, name, location from tournaments order by created_at, id
  `.execute(db)
}
