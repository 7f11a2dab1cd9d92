import { sql } from 'kysely'
import { OperatorError } from '#server/operator-error.ts'
import type { Db } from '../connection.ts'
import { hasTable } from './migrate.ts'

/** Row of `site_keys` with the time of the move. */
const name = 'moved-to-sqlite'

/** Makes later starts fail. */
export const markMoved = (db: Db, now: Date): Promise<unknown> =>
  sql`insert into site_keys (name, value) values (${name}, ${now.toISOString()}) on conflict do nothing`.execute(
    db,
  )

export const clearMoved = (db: Db): Promise<unknown> =>
  sql`delete from site_keys where name = ${name}`.execute(db)

/** A statement that fails once the site was moved. */
export const refuseMovedSql = `do $$ begin
  if exists (select from site_keys where name = '${name}') then
    raise exception 'The site of DATABASE_URL was moved to SQLite meanwhile.';
  end if; end $$`

/** @throws OperatorError */
export async function refuseMoved(db: Db): Promise<void> {
  if (!(await hasTable(db, 'site_keys'))) return
  const { rows } = await sql<{ value: string }>`select value from site_keys where name = ${name}`.execute(db)
  if (rows[0] === undefined) return
  throw new OperatorError(
    `The site of DATABASE_URL was moved to SQLite at ${rows[0].value}. Unset DATABASE_URL, or name an empty database and move it again: bun run admin move-to-postgres`,
  )
}
