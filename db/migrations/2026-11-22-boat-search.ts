import { type Kysely, sql } from 'kysely'

/** Like the search of tournaments. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table boat_texts (
      number integer primary key,
      boat_id text not null unique references boats (id) on delete cascade,
      name text not null,
      captain_name text not null
    ) strict
  `.execute(db)
  await sql`
    create virtual table boat_search using fts5 (
      name,
      captain_name,
      content = 'boat_texts',
      content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2',
      prefix = '1 2 3'
    )
  `.execute(db)
  await sql`
    create trigger boat_texts_inserted after insert on boat_texts begin
      insert into boat_search (rowid, name, captain_name) values (new.number, new.name, new.captain_name);
    end
  `.execute(db)
  await sql`
    create trigger boat_texts_deleted after delete on boat_texts begin
      insert into boat_search (boat_search, rowid, name, captain_name)
        values ('delete', old.number, old.name, old.captain_name);
    end
  `.execute(db)
  await sql`
    create trigger boat_texts_updated after update on boat_texts begin
      insert into boat_search (boat_search, rowid, name, captain_name)
        values ('delete', old.number, old.name, old.captain_name);
      insert into boat_search (rowid, name, captain_name) values (new.number, new.name, new.captain_name);
    end
  `.execute(db)
  await sql`
    create trigger boats_inserted after insert on boats begin
      insert into boat_texts (boat_id, name, captain_name) values (new.id, new.name, new.captain_name);
    end
  `.execute(db)
  await sql`
    create trigger boats_renamed after update of name, captain_name on boats
      when old.name <> new.name or old.captain_name <> new.captain_name begin
      update boat_texts set name = new.name, captain_name = new.captain_name where boat_id = new.id;
    end
  `.execute(db)
  await sql`
    insert into boat_texts (boat_id, name, captain_name)
      select id, name, captain_name from boats order by created_at, id
  `.execute(db)
}
