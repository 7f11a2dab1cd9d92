import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

export const isPostgres = (db: Kysely<never>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** The type of texts: PostgreSQL orders them by bytes, as SQLite does. */
export const text = (db: Kysely<never>): RawBuilder<unknown> =>
  isPostgres(db) ? sql`text collate "C"` : sql`text`
