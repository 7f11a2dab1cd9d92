import { type Kysely, sql } from 'kysely'

/** A person's boats and an entry's backers are listed in pages, without sorting. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index boats_owner`.execute(db)
  await sql`create index boats_owner on boats (owner_id, id)`.execute(db)
  await sql`
    create index fundings_backers on fundings (entry_id, created_at, id) where completed_at is not null
  `.execute(db)
}
