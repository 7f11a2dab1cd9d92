import { type Kysely, sql } from 'kysely'

/** When the provider's last webhook arrived. `webhook_events` also has events that were read from its list. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table last_webhooks (
      mode text primary key,
      received_at integer not null
    ) strict, without rowid
  `.execute(db)
  await sql`
    insert into last_webhooks (mode, received_at)
    select provider_reads.mode, max(webhook_events.received_at) from provider_reads, webhook_events
    group by provider_reads.mode
  `.execute(db)
}
