import { type Kysely, sql } from 'kysely'

/** Lists of boats ask for each boat if an organiser entered it for its captain: few were. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index entries_awaiting on entries (boat_id)
    where awaits_captain = 1 and withdrawn_at is null`.execute(db)
}
