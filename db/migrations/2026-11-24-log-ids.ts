import { type Kysely, sql } from 'kysely'

/** The log of a tournament names people by id, so that it forgets a name with its account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tournament_actions add column about_user text references users (id)`.execute(db)
  // "Ann Lee, co-organiser": whose name that was isn't known any more.
  for (const title of ['co-organiser', 'weigh master'])
    await sql`
      update tournament_actions set subject = ${title}
      where kind = 'staff-removed' and subject like ${`%, ${title}`}
    `.execute(db)
}
