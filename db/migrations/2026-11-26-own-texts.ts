import { type Kysely, sql } from 'kysely'

/** A notification's text for its person; null: the text of its message. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table notifications add column text text`.execute(db)
}
