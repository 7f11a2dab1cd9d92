import { type Kysely, sql } from 'kysely'
import { isPostgres } from './types.ts'

/** Lets an owner erase the texts of holds and the rule that a protest names, as the texts of protests. */
export async function up(db: Kysely<never>): Promise<void> {
  const isRewritten = (column: string) =>
    sql`(old.${sql.ref(column)} is distinct from new.${sql.ref(column)} and new.${sql.ref(column)} is distinct from '(erased)')`
  const isChanged = sql`old.id is distinct from new.id or old.entry_id is distinct from new.entry_id
    or old.created_at is distinct from new.created_at or ${isRewritten('reason')}
    or (old.lifted_at is not null and (old.placed_by is distinct from new.placed_by
      or old.lifted_at is distinct from new.lifted_at or old.lifted_by is distinct from new.lifted_by
      or ${isRewritten('lifted_note')}))`
  const columns = sql`id, tournament_id, from_entry_id, entry_id, catch_id, penalty_id, late, filed_by, filed_as,
    created_at`
  if (isPostgres(db)) {
    await sql`create or replace trigger holds_stand before update on holds for each row when (${isChanged})
      execute function refuse('holds are lifted once')`.execute(db)
    await sql`create or replace trigger protests_stand before update of ${columns} on protests for each row
      execute function refuse('only the state of a protest changes')`.execute(db)
    await sql`create or replace trigger protests_rule before update of rule on protests for each row
      when (${isRewritten('rule')}) execute function refuse('the rule of a protest can only be erased')`.execute(
      db,
    )
    return
  }
  await sql`drop trigger holds_stand`.execute(db)
  await sql`create trigger holds_stand before update on holds when ${isChanged}
    begin select raise(abort, 'holds are lifted once'); end`.execute(db)
  await sql`drop trigger protests_stand`.execute(db)
  await sql`create trigger protests_stand before update of ${columns} on protests
    begin select raise(abort, 'only the state of a protest changes'); end`.execute(db)
  await sql`create trigger protests_rule before update of rule on protests when ${isRewritten('rule')}
    begin select raise(abort, 'the rule of a protest can only be erased'); end`.execute(db)
}
