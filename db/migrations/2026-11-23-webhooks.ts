import { type Kysely, sql } from 'kysely'

/** Addresses that are told what happens in a tournament, and what was sent to them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table webhooks (
      id text primary key,
      tournament_id text not null references tournaments (id),
      created_by text not null references users (id),
      url text not null,
      topics text not null,
      created_at integer not null,
      secret_version integer not null default 1,
      secret_changed_at integer,
      waiting integer not null default 0 check (waiting >= 0),
      run integer not null default 0,
      failures integer not null default 0,
      failing_since integer,
      succeeded_at integer,
      problem text,
      disabled_at integer
    ) strict
  `.execute(db)
  await sql`create index webhooks_tournament on webhooks (tournament_id, id)`.execute(db)
  await sql`create index webhooks_person on webhooks (created_by)`.execute(db)
  await sql`
    create table webhook_deliveries (
      id text primary key,
      webhook_id text not null references webhooks (id),
      event text not null,
      body text not null,
      state text not null check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      created_at integer not null,
      attempted_at integer,
      status integer,
      duration_ms integer,
      answer text,
      problem text
    ) strict
  `.execute(db)
  await sql`create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id)`.execute(db)
  await sql`
    create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, attempts, id)
    where state = 'waiting'
  `.execute(db)
}
