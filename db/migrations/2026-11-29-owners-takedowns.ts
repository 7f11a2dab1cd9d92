import { type Kysely, sql } from 'kysely'

/** `hidden_by` names a moderator only, so that an owner who shows a post again keeps the moderator's takedown. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update crew_posts set hidden_by = null where hidden_by_owner = 1`.execute(db)
}
