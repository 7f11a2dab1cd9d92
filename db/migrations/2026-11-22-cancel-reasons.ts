import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Why a tournament was cancelled. Null: not cancelled, or no reason given.
  await sql`
    alter table tournaments add column cancel_reason text check (length(cancel_reason) between 1 and 500)
  `.execute(db)
}
