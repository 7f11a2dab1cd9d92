import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Every start looks for fundings that don't count.
  await sql`create index fundings_set_aside on fundings (mode) where set_aside_at is not null`.execute(db)
}
