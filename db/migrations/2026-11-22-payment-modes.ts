import { type Kysely, sql } from 'kysely'

// Times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // SQLite can't change a check, and rebuilding a table that others refer to is slow: the column is replaced.
  await sql`
    alter table fundings add column payment_mode text not null default 'test'
    check (payment_mode in ('test', 'sandbox', 'live'))
  `.execute(db)
  await sql`
    update fundings set payment_mode = 'live'
    where mode = 'live' and (intent_id is null or intent_id not glob 'pi_mock_*')
  `.execute(db)
  await sql`alter table fundings drop column mode`.execute(db)
  await sql`alter table fundings rename column payment_mode to mode`.execute(db)
  await sql`create index fundings_mode on fundings (mode, status)`.execute(db)
  // Until now 'live' meant sandbox payments too. The first start with keys decides which of the two these rows are.
  await sql`
    create table fundings_of_unclear_mode (
      funding_id text primary key references fundings (id)
    ) strict, without rowid
  `.execute(db)
  await sql`
    insert into fundings_of_unclear_mode select id from fundings where mode = 'live'
  `.execute(db)
  // When a payment stopped counting because the site changed to another payment mode. Its status is 'failed' then,
  // or 'refund_pending' when it had never counted.
  await sql`alter table fundings add column set_aside_at integer`.execute(db)
}
