import { sql } from 'kysely'
import { OperatorError } from '#server/operator-error.ts'
import type { Db } from '../connection.ts'
import type { LiveProcess, SharedSettings } from '../processes.ts'
import { now } from './clock.ts'

/** Milliseconds. */
export const processTimes = {
  beat: 1000,
  /** Time without a heartbeat after which another process runs the scheduled work. */
  first: 3000,
  /** Time without a heartbeat after which other processes treat this one as dead. */
  dead: 15_000,
}

/** Setting that tells where the process runs, although no two processes share it. */
export const placeSetting = 'place'

export const live = sql.raw(`seen_at > ${now} - ${processTimes.dead}`)

/** Returns the refusal beside a process with other settings, or null if they are the same. */
export function differenceText(settings: SharedSettings, others: SharedSettings): string | null {
  const names = Object.keys(settings).filter(name => settings[name] !== others[name])
  if (names.length === 0) return null
  const list = new Intl.ListFormat('en-GB').format(names)
  return `Another process serves this site with another ${list}. Give all processes the same, or stop the others first; one that was killed counts for 15 seconds.`
}

/** @throws OperatorError when live processes have other settings */
export async function refuseOthers(db: Db, settings: SharedSettings): Promise<void> {
  const { rows } = await sql<{
    settings: string
  }>`select settings from processes where ${live} order by started_at`.execute(db)
  for (const row of rows) {
    const difference = differenceText(settings, JSON.parse(row.settings))
    if (difference !== null) throw new OperatorError(difference)
  }
}

export const countLive = async (db: Db): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from processes where ${live}`.execute(db)).rows[0]
    ?.count ?? 0

interface ProcessRow {
  id: string
  started_at: number
  seen_at: number
  now: number
  lock_ms: number
  feed_ms: number
  settings: string
}

/** Returns the live processes, oldest first. */
export async function listLive(db: Db): Promise<LiveProcess[]> {
  const { rows } =
    await sql<ProcessRow>`select id, started_at, seen_at, ${sql.raw(now)} as now, lock_ms, feed_ms,
    settings from processes where ${live} order by started_at, id limit 1000`.execute(db)
  const first = rows.find(row => row.seen_at > row.now - processTimes.first)
  return rows.map(row => ({
    id: row.id,
    place: JSON.parse(row.settings)[placeSetting] ?? row.id,
    startedAt: row.started_at,
    runsScheduledWork: row === first,
    lockMs: row.lock_ms,
    feedMs: row.feed_ms,
  }))
}
