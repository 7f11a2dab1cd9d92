import { type Kysely, sql } from 'kysely'

/** Only owners of the site can show such posts again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table crew_posts add column hidden_by_owner integer not null default 0`.execute(db)
  await sql`update crew_posts set hidden_by_owner = 1 where hidden_at is not null and exists (
    select 1 from audit_log where subject_id = crew_posts.id and kind = 'post-hidden')`.execute(db)
  await sql`create index crew_posts_hidden_by_owner on crew_posts (video_id) where hidden_by_owner = 1`.execute(
    db,
  )
}
