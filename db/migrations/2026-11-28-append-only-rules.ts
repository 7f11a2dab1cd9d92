import { type Kysely, sql } from 'kysely'
import { isPostgres } from './types.ts'

/** No version of rules is deleted while its tournament has a catch log, which holds the hash of each. */
export async function up(db: Kysely<never>): Promise<void> {
  const refused = sql`exists (select 1 from logs where tournament_id = old.tournament_id)`
  if (isPostgres(db)) {
    await sql`create or replace function tournament_rules_no_delete() returns trigger language plpgsql as $$ begin
      if ${refused} then
        raise exception 'rules are append-only' using errcode = 'restrict_violation';
      end if;
      return old;
    end $$`.execute(db)
    await sql`create or replace trigger tournament_rules_no_delete before delete on tournament_rules
      for each row execute function tournament_rules_no_delete()`.execute(db)
    return
  }
  await sql`create trigger if not exists tournament_rules_no_delete before delete on tournament_rules when ${refused}
    begin select raise(abort, 'rules are append-only'); end`.execute(db)
}
