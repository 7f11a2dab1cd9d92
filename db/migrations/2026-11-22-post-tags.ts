import { type Kysely, sql } from 'kysely'

/** Drops the check on a post's tag, so that a new tag needs no migration: the contract validates tags. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table crew_posts add column new_tag text not null default 'Catch'`.execute(db)
  await sql`update crew_posts set new_tag = tag`.execute(db)
  await sql`alter table crew_posts drop column tag`.execute(db)
  await sql`alter table crew_posts rename column new_tag to tag`.execute(db)
}
