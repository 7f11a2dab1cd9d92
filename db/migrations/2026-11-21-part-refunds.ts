import { type Kysely, sql } from 'kysely'

// Times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // What the provider gave back of a payment while the rest stayed: `amount_cents` is what is left of it.
  await sql`
    alter table fundings add column given_back_cents integer not null default 0 check (given_back_cents >= 0)
  `.execute(db)
  // When the provider was last asked about one that is open.
  await sql`alter table disputes add column checked_at integer`.execute(db)
  await sql`update disputes set checked_at = created_at`.execute(db)
  await sql`create index disputes_open on disputes (checked_at) where status = 'open'`.execute(db)
}
