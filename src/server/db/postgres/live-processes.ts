import { OperatorError } from '#server/operator-error.ts'
import type { PostgresDb } from './connection.ts'
import { startLock } from './locks.ts'
import { hasTable } from './migrate.ts'
import { countLive, processTimes } from './process-rows.ts'

/** Starts wait until it's released. @returns releases it @throws OperatorError when a process serves the site or starts */
export async function refuseLiveProcesses(db: PostgresDb): Promise<() => void> {
  const client = await db.small.connect()
  // A connection that is closed gives its lock back.
  const release = () => client.release(true)
  try {
    const { rows } = await client.query<{ taken: number }>(
      `select pg_try_advisory_lock(${startLock}) as taken`,
    )
    if (!rows[0]?.taken)
      throw new OperatorError('A process of the site of DATABASE_URL starts, or another command holds it.')
    const live = (await hasTable(db, 'processes')) ? await countLive(db) : 0
    if (live > 0)
      throw new OperatorError(
        `${live === 1 ? '1 process serves' : `${live} processes serve`} the site of DATABASE_URL. Stop all of them first; a killed one counts for ${processTimes.dead / 1000} seconds.`,
      )
    return release
  } catch (error) {
    release()
    throw error
  }
}
