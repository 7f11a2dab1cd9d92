import { type Kysely, sql } from 'kysely'

/** When the entry was named, of payments that were begun without one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table fundings add column entry_named_at integer`.execute(db)
}
