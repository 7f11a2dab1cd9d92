import { type Kysely, sql } from 'kysely'

/** One row: what is wrong with the server's clock, and what the operator accepted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table clock (
    id integer primary key check (id = 1),
    fault text check (fault in ('behind', 'jumped')),
    confirmed_at integer,
    ignored_until integer
  ) strict`.execute(db)
  await sql`insert into clock (id) values (1)`.execute(db)
}
