import { type Kysely, sql } from 'kysely'
import { isPostgres } from './types.ts'

/** A payment with a share that its bank took back counts again when an appeal wins it, also after the results. */
export async function up(db: Kysely<never>): Promise<void> {
  const refused = sql`new.status = 'completed' and old.status <> 'completed' and exists (
    select 1 from entries e join settlements s on s.tournament_id = e.tournament_id where e.id = new.entry_id)
    and not exists (select 1 from payouts p where p.funding_id = new.id)`
  if (isPostgres(db)) {
    await sql`create or replace function fundings_settled_update() returns trigger language plpgsql as $$ begin
      if ${refused} then
        raise exception 'the tournament is settled' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db)
    return
  }
  await sql`drop trigger fundings_settled_update`.execute(db)
  await sql`create trigger fundings_settled_update before update of status on fundings when ${refused}
    begin select raise(abort, 'the tournament is settled'); end`.execute(db)
}
