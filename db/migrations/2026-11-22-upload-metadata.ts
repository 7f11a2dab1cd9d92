import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // The header of the tus creation, as the client sent it; null where the upload was created in another way.
  await sql`alter table crew_videos add column upload_metadata text`.execute(db)
}
