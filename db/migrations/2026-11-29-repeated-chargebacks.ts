import { type Kysely, sql } from 'kysely'

/** A payment can go back to its bank again, after an appeal won it back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index ledger_once`.execute(db)
  await sql`create unique index ledger_once on ledger (funding_id, kind, account)
    where kind in ('funding', 'unplaced', 'refund')`.execute(db)
}
