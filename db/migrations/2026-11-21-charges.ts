import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // What a payment was charged as: some messages of the provider name nothing else.
  await sql`alter table fundings add column charge_id text`.execute(db)
  await sql`create index fundings_charge on fundings (charge_id) where charge_id is not null`.execute(db)
}
