import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Settlement closes funding, whatever the clock says: a payment that comes later is refunded.
  for (const [name, when] of [
    ['insert', sql`before insert on fundings when new.status = 'completed'`],
    [
      'update',
      sql`before update of status on fundings when new.status = 'completed' and old.status <> 'completed'`,
    ],
  ] as const)
    await sql`
      create trigger ${sql.raw(`fundings_settled_${name}`)} ${when} and exists (
        select 1 from entries e join settlements s on s.tournament_id = e.tournament_id where e.id = new.entry_id)
      begin select raise(abort, 'the tournament is settled'); end
    `.execute(db)
}
