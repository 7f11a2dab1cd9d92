import { type Kysely, sql } from 'kysely'

/** Who was a boat's crew until when: insiders of tournaments that had started by then. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table former_crew (
    user_id text not null references users (id),
    boat_id text not null references boats (id),
    left_at integer not null,
    primary key (user_id, boat_id)
  ) without rowid, strict`.execute(db)
}
