import { type Kysely, sql } from 'kysely'

/** Stored before dates change: the first end. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tournaments add column ended_at integer`.execute(db)
}
