import { type Kysely, sql } from 'kysely'

/** What is to be paid for a share may fall below what the results gave; what was paid stays. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table payouts add column payable_cents integer not null default 0`.execute(db)
  await sql`alter table payouts add column paid_cents integer`.execute(db)
  await sql`
    update payouts set
      payable_cents = amount_cents * min(contributed_cents, coalesce(
        (select f.amount_cents from fundings f where f.id = payouts.funding_id and f.status = 'completed'),
        contributed_cents)) / contributed_cents,
      paid_cents = iif(paid_at is null, null, amount_cents)
  `.execute(db)
}
