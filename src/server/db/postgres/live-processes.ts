import type { Pool } from 'pg'
import { EnvError } from '#server/env-values.ts'
import { serversLock, startLock } from './locks.ts'

/** Seconds without a sign of life after which a process counts as dead. */
const liveSeconds = 15

/** Refuses starts until it's released. @returns releases it @throws EnvError when a process serves the site or starts */
export async function refuseLiveProcesses(pool: Pool): Promise<() => void> {
  const client = await pool.connect()
  // A connection that is closed gives its locks back.
  const release = () => client.release(true)
  try {
    for (const lock of [startLock, serversLock]) {
      const { rows } = await client.query<{ taken: number }>('select pg_try_advisory_lock($1) as taken', [
        lock,
      ])
      if (!rows[0]?.taken)
        throw new EnvError('A process of the site of DATABASE_URL starts or runs. Stop all of them first.')
    }
    const table = await client.query(`select to_regclass('processes') is not null as has`)
    if (table.rows[0]?.has !== 1) return release
    const { rows } = await client.query<{ live: number }>(
      `select count(*) as live from processes
        where seen_at > extract(epoch from clock_timestamp()) * 1000 - ${liveSeconds * 1000}`,
    )
    const live = rows[0]?.live ?? 0
    if (live > 0)
      throw new EnvError(
        `${live === 1 ? '1 process serves' : `${live} processes serve`} the site of DATABASE_URL. Stop all of them first; a killed one counts for ${liveSeconds} seconds.`,
      )
    return release
  } catch (error) {
    release()
    throw error
  }
}
