import { type Kysely, sql } from 'kysely'

/** The last message to the provider's webhook that was refused, one row a payment mode. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table refused_webhooks (
    mode text primary key not null,
    refused_at integer not null,
    reason text not null
  ) strict`.execute(db)
}
