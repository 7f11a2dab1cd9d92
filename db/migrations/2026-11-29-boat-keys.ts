import { type Kysely, sql } from 'kysely'
import { text } from './types.ts'

/** A boat is added once for each key. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table boats add column idempotency_key ${text(db)}`.execute(db)
  await sql`create unique index boats_once on boats (owner_id, idempotency_key)
    where idempotency_key is not null`.execute(db)
}
