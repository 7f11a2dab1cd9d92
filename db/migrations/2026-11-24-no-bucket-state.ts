import { type Kysely, sql } from 'kysely'

/** Files are stored where STORAGE says at once, so that none waits for a bucket. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table bucket_state`.execute(db)
}
