import { type Kysely, sql } from 'kysely'

/** Which videos and pictures are in a bucket, and whether it answers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table bucket_files (
      path text not null primary key,
      owner_id text not null,
      place text not null,
      size_bytes integer not null,
      modified_at integer not null,
      sha256 text not null,
      drop_at integer
    ) strict, without rowid
  `.execute(db)
  await sql`create index bucket_files_owner on bucket_files (owner_id)`.execute(db)
  await sql`create index bucket_files_drop on bucket_files (drop_at) where drop_at is not null`.execute(db)
  await sql`
    create table bucket_state (
      id integer not null primary key check (id = 1),
      waiting integer not null,
      failing_since integer,
      reason text
    ) strict
  `.execute(db)
}
