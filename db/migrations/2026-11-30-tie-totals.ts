import { type Kysely, sql } from 'kysely'
import { isPostgres } from './types.ts'

/** The total of the tied, so that a decision doesn't decide a later tie of them. Null: unknown, for any total. */
export async function up(db: Kysely<never>): Promise<void> {
  const integer = isPostgres(db) ? sql`bigint` : sql`integer`
  await sql`alter table tie_decisions add column total ${integer}`.execute(db)
}
