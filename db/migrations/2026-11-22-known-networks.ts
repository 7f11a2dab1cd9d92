import { type Kysely, sql } from 'kysely'

// Networks from which an account was signed in to: strangers' wrong guesses elsewhere do not slow them.
// Times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table known_networks (
      user_id text not null references users (id),
      network text not null,
      signed_in_at integer not null,
      primary key (user_id, network)
    ) strict, without rowid
  `.execute(db)
  await sql`create index known_networks_age on known_networks (signed_in_at)`.execute(db)
}
