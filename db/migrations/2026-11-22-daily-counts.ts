import { type Kysely, sql } from 'kysely'

/** What each person, or each network, has created on a day; deleting it doesn't lower the count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_counts (
      day integer not null,
      subject text not null,
      thing text not null,
      count integer not null,
      primary key (day, subject, thing)
    ) strict, without rowid`.execute(db)
}
