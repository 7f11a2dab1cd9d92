import { type Kysely, sql } from 'kysely'

/** Terms, policies and support, each version; which terms a funding was made under; who confirmed the minimum age. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table legal_texts (
      kind text not null check (kind in ('terms', 'privacy', 'cookies', 'support')),
      version integer not null check (version > 0),
      text text not null,
      created_at integer not null,
      created_by text not null,
      primary key (kind, version)
    ) strict
  `.execute(db)
  await sql`alter table fundings add column terms_version integer`.execute(db)
  await sql`alter table users add column age_confirmed_at integer`.execute(db)
}
