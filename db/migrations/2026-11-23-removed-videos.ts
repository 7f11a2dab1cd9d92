import { type Kysely, sql } from 'kysely'

/** Videos whose files were deleted because they were old; their posts stay. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table crew_videos add column removed_at integer`.execute(db)
  await sql`create index crew_videos_old on crew_videos (created_at) where status = 'ready'`.execute(db)
}
