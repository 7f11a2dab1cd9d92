import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Days after the end within which winnings are paid. Null: the organiser has stated none.
  await sql`
    alter table tournaments add column payout_days integer check (payout_days between 1 and 365)
  `.execute(db)
}
