import { type Kysely, sql } from 'kysely'

// The bytes lie under uploads/images/<id>.webp; a row says whose they are.
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table images (
      id text primary key,
      owner_id text not null references users (id),
      width integer not null,
      height integer not null,
      size_bytes integer not null,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index images_owner on images (owner_id)`.execute(db)
}
