import { type Kysely, sql } from 'kysely'

/** The site's own name, address, colour and logo: at most one row. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table branding (
      id integer primary key check (id = 1),
      name text,
      support_email text,
      color text,
      logo_id text references images (id)
    ) strict
  `.execute(db)
}
