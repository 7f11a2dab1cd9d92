import { hostname } from 'node:os'
import { sql } from 'kysely'
import { inTransaction, type Trx } from '../connection.ts'
import type { Processes, SharedSettings } from '../processes.ts'
import { now } from './clock.ts'
import type { PostgresDb } from './connection.ts'
import { live, placeSetting, processTimes as times } from './process-rows.ts'

/** Frees the jobs of processes that don't serve. */
const freeJobs = (trx: Trx) =>
  sql`update jobs set taken_by = null where taken_by is not null
    and taken_by not in (select id from processes)`.execute(trx)

interface Beat {
  lives: number
  is_first: number
  has_dead: number
}

/**
 * Registers this process, and tells others each second that it lives. @param onDead others took this process for dead,
 * and its jobs: it must end
 */
export async function register(
  db: PostgresDb,
  settings: SharedSettings,
  onDead: () => void,
): Promise<Processes> {
  const id = Bun.randomUUIDv7()
  const { small: pool } = db
  /** Monotonic milliseconds of the last beat that was answered, and since when each was. */
  let beatAt = performance.now()
  let steadySince = beatAt
  let isFirst = false
  let isBeating = false

  async function beat(): Promise<void> {
    if (isBeating) return
    isBeating = true
    const sentAt = performance.now()
    const { lockMs, feedMs } = db.waits()
    try {
      const { rows } = await pool.query<Beat>(
        `with beat as (update processes set seen_at = ${now},
            lock_ms = $2, feed_ms = $3 where id = $1 returning id)
          select exists (select 1 from beat) as lives, $1 = (select id from processes
            where id = $1 or seen_at > ${now} - ${times.first}
            order by started_at, id limit 1) as is_first,
          exists (select 1 from processes
            where seen_at <= ${now} - ${times.dead}) as has_dead`,
        [id, Math.round(lockMs), Math.round(feedMs)],
      )
      const row = rows[0]
      if (row?.lives !== 1) return onDead()
      if (sentAt - beatAt > times.first) steadySince = sentAt
      beatAt = sentAt
      isFirst = row.is_first === 1
      // After an outage all processes look dead until they have beaten again.
      const isSteady = sentAt - steadySince > times.dead - times.first
      if (row.has_dead === 1 && isFirst && isSteady) await bury()
    } finally {
      isBeating = false
    }
  }

  /** Frees the jobs of dead processes. None of them writes afterwards: see `refuse_dead`. */
  async function bury(): Promise<void> {
    await inTransaction(db, async trx => {
      await sql`delete from processes where not (${live})`.execute(trx)
      await freeJobs(trx)
    })
  }

  await pool.query(
    `insert into processes (id, started_at, seen_at, settings) select $1, at, at, $2 from (select ${now} as at) as clock`,
    [id, JSON.stringify({ ...settings, [placeSetting]: `${hostname()}, process ${process.pid}` })],
  )
  await beat()
  db.serveAs(id)
  // An outage ends by itself.
  const timer = setInterval(() => void beat().catch(() => {}), times.beat)
  return {
    id,
    runsScheduledWork: () => isFirst && performance.now() - beatAt < times.first,
    async leave() {
      clearInterval(timer)
      await inTransaction(db, async trx => {
        await sql`delete from processes where id = ${id}`.execute(trx)
        await freeJobs(trx)
      })
    },
  }
}
