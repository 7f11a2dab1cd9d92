import { type Kysely, sql } from 'kysely'

/** A corrected catch says when, and what was announced first. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table catches add column corrected_at integer`.execute(db)
  await sql`alter table catches add column first_weight_hundredths integer`.execute(db)
  await sql`alter table catches add column first_species text`.execute(db)
  await sql`alter table entries add column best_catch_correction text`.execute(db)
}
