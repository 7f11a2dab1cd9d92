import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Where a person's winnings go.
  await sql`
    create table payout_details (
      user_id text primary key references users (id),
      kind text not null,
      details text not null,
      updated_at integer not null
    ) strict
  `.execute(db)
  // The last time that a payment was taken back.
  await sql`alter table payouts add column undone_at integer`.execute(db)
  await sql`alter table payouts add column undone_reason text`.execute(db)
}
