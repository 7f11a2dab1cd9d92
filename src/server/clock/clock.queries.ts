import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/connection.ts'
import { databaseNow } from '#server/db/dialect.ts'
import type { ClockFault, ClockTable } from './clock.table.ts'

export interface ClockState extends Omit<ClockTable, 'id'> {
  /** Time of the newest record in milliseconds since 1970, or null without records. */
  newest: number | null
  /** PostgreSQL's time, or null on SQLite, which has the server's clock. */
  database_now: number | null
}

/**
 * Reads the clock's state. The newest record is one of tables that aren't written while the clock is wrong.
 */
export async function readClockState(db: Db): Promise<ClockState> {
  const { rows } = await sql<ClockState>`
    select fault, confirmed_at, ignored_until, ${databaseNow} as database_now, (select max(created_at) from (
      select * from (select created_at from tournaments order by id desc limit 1) as latest
      union all select * from (select created_at from entries order by id desc limit 1) as latest
      union all select * from (select created_at from fundings order by id desc limit 1) as latest
      union all select * from (select created_at from ledger order by id desc limit 1) as latest
      union all select * from (select created_at from updates order by id desc limit 1) as latest
    ) as rows) as newest
    from clock`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the table clock has no row')
  return state
}

export async function saveClockFault(trx: Trx, fault: ClockFault | null): Promise<void> {
  await trx.updateTable('clock').set({ fault }).execute()
}

/** Accepts the clock as it is. A running server follows. */
export async function confirmClock(trx: Trx, now: number): Promise<void> {
  const { newest } = await readClockState(trx)
  await trx.updateTable('clock').set({ fault: null, confirmed_at: now, ignored_until: newest }).execute()
}
