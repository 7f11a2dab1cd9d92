import { type Kysely, sql } from 'kysely'
import { isPostgres } from './types.ts'

/** Columns with a person's words, and the refusal of every other change of their tables. */
const tables = [
  {
    table: 'events',
    words: 'text',
    others: `id, kind, tournament_id, actor_id, role, address, subject_kind, subject_id, detail, data, created_at`,
    refusal: 'events are append-only',
  },
  {
    table: 'rounds',
    words: 'reason',
    others: 'tournament_id, number, confirmed_by, confirmed_at, awards, boards, adjustments',
    refusal: 'a round is immutable',
  },
  {
    table: 'tournament_rules',
    words: 'reason',
    others: 'tournament_id, number, rules, set_by, set_at',
    refusal: 'rules are append-only',
  },
]

/** Lets an owner erase the reasons of rounds and rules and the staff's log, as the texts of protests. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const { table, words, others, refusal } of tables) {
    const on = sql`${sql.raw(others)} on ${sql.table(table)}`
    const isRewritten = sql`new.${sql.ref(words)} is distinct from '(erased)'`
    const name = sql.ref(`${table}_no_update`)
    const wordsName = sql.ref(`${table}_words`)
    if (isPostgres(db)) {
      await sql`create or replace trigger ${name} before update of ${on} for each row
        execute function refuse(${sql.lit(refusal)})`.execute(db)
      await sql`create or replace trigger ${wordsName} before update of ${sql.ref(words)} on ${sql.table(table)}
        for each row when (${isRewritten}) execute function refuse(${sql.lit(refusal)})`.execute(db)
    } else {
      await sql`drop trigger ${name}`.execute(db)
      await sql`create trigger ${name} before update of ${on}
        begin select raise(abort, ${sql.lit(refusal)}); end`.execute(db)
      await sql`create trigger ${wordsName} before update of ${sql.ref(words)} on ${sql.table(table)}
        when ${isRewritten} begin select raise(abort, ${sql.lit(refusal)}); end`.execute(db)
    }
  }
}
