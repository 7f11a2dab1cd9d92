import { type Kysely, sql } from 'kysely'

/** An organiser's tournaments are listed in pages by date, and by whether a share of them is still to be paid. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index tournaments_organiser`.execute(db)
  await sql`create index tournaments_organiser on tournaments (organiser_id, ends_at, id)`.execute(db)
  await sql`create index tournaments_organiser_starts on tournaments (organiser_id, starts_at, id)`.execute(
    db,
  )
  await sql`create index payouts_unpaid on payouts (entry_id, id) where paid_at is null`.execute(db)
}
