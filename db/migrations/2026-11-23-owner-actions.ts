import { type Kysely, sql } from 'kysely'

/** The log of a tournament names no person for what the site's owner did (the audit trail does). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table new_tournament_actions (
      id text primary key,
      tournament_id text not null references tournaments (id),
      actor_id text references users (id),
      role text not null,
      kind text not null,
      subject text not null,
      created_at integer not null,
      check ((actor_id is null) = (role = 'owner'))
    ) strict
  `.execute(db)
  await sql`
    insert into new_tournament_actions (id, tournament_id, actor_id, role, kind, subject, created_at)
    select id, tournament_id, actor_id, role, kind, subject, created_at from tournament_actions
  `.execute(db)
  await sql`drop table tournament_actions`.execute(db)
  await sql`alter table new_tournament_actions rename to tournament_actions`.execute(db)
  await sql`
    create index tournament_actions_tournament on tournament_actions (tournament_id, created_at, id)
  `.execute(db)
}
