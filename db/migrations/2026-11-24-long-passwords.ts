import { type Kysely, sql } from 'kysely'

/** 1: the password has at least the length that owners need; null: it was not typed since. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column has_long_password integer check (has_long_password in (0, 1))`.execute(
    db,
  )
}
