import { type Kysely, sql } from 'kysely'

/** When the results of a tournament were official first, since when its recap is public. Milliseconds since 1970. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table recaps (
      tournament_id text primary key references settlements (tournament_id),
      official_at integer not null
    ) strict, without rowid
  `.execute(db)
  // Without rules, results are official once they are confirmed.
  await sql`
    insert into recaps (tournament_id, official_at)
      select tournament_id, confirmed_at from rounds where number = 1 and boards is null
  `.execute(db)
  await sql`
    insert or ignore into recaps (tournament_id, official_at)
      select events.tournament_id, min(events.created_at) from events
      join settlements on settlements.tournament_id = events.tournament_id
      where events.kind = 'results-official'
      group by events.tournament_id
  `.execute(db)
}
