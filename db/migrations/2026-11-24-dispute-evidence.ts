import { type Kysely, sql } from 'kysely'

/** By when the organiser can answer a dispute. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table disputes add column evidence_due_at integer`.execute(db)
}
