import { type Kysely, sql } from 'kysely'

// Money is integer cents, times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // An answer of the provider that is older than the last one that was written is thrown away.
  await sql`alter table fundings add column provider_revision integer not null default 0`.execute(db)
  await sql`
    create index fundings_checked on fundings (coalesce(checked_at, 0))
    where intent_id is not null and status <> 'pending'
  `.execute(db)
  // Refunds that have neither failed nor reached the provider.
  await sql`
    create index fundings_owed on fundings (mode)
    where refund_requested_at is not null and refunded_at is null and refund_failed_at is null and refund_id is null
  `.execute(db)
  // How far the provider's events were read, for each payment mode.
  await sql`
    create table provider_reads (
      mode text primary key,
      seen_until integer not null,
      passed_at integer not null,
      reading_until integer,
      reading_after text,
      ask_before integer
    ) strict, without rowid
  `.execute(db)
  // Payments at the provider that no funding is about, until an operator has them recorded.
  await sql`
    create table unknown_payments (
      intent_id text primary key,
      mode text not null,
      event_id text not null,
      event_type text not null,
      received_cents integer,
      funding_id text,
      user_id text,
      entry_id text,
      first_seen_at integer not null,
      last_seen_at integer not null,
      refusal text
    ) strict
  `.execute(db)
}
