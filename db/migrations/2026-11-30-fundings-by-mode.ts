import { type Kysely, sql } from 'kysely'

/**
 * No index begins with `mode`, the same in most rows: without statistics SQLite preferred it to a tournament's own.
 * One of an expression is used by the query alone that names it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index fundings_mode`.execute(db)
  await sql`create index fundings_mode on fundings ((mode || ''), status)`.execute(db)
  await sql`drop index fundings_set_aside`.execute(db)
  await sql`
    create index fundings_set_aside on fundings (entry_id, mode) where set_aside_at is not null
  `.execute(db)
}
