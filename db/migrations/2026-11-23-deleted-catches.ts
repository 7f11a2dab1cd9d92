import { type Kysely, sql } from 'kysely'

/** The ids of deleted catches: a weigh-in that arrives again doesn't bring one back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table deleted_catches (
      id text primary key,
      entry_id text not null references entries (id)
    ) strict, without rowid
  `.execute(db)
  await sql`create index deleted_catches_entry on deleted_catches (entry_id)`.execute(db)
}
