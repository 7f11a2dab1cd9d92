import type { Pool } from 'pg'
import { EnvError } from '#server/env-values.ts'

/** A row of `site_keys`, which says when. */
const name = 'moved-to-sqlite'

/** The next start is refused. */
export const markMoved = (pool: Pool, now: Date): Promise<unknown> =>
  pool.query('insert into site_keys (name, value) values ($1, $2) on conflict do nothing', [
    name,
    now.toISOString(),
  ])

/** @throws EnvError; ends the pool then */
export async function refuseMoved(pool: Pool): Promise<void> {
  const found = await pool.query(`select to_regclass('site_keys') is not null as has`)
  if (found.rows[0]?.has !== 1) return
  const { rows } = await pool.query<{ value: string }>('select value from site_keys where name = $1', [name])
  if (rows[0] === undefined) return
  await pool.end()
  throw new EnvError(
    `The site of DATABASE_URL was moved to SQLite at ${rows[0].value}. Unset DATABASE_URL, or name an empty database and move it again: bun run admin move-to-postgres`,
  )
}
