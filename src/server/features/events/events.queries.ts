import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { assumeEverythingChanged } from '#server/db/writes.ts'
import type { SnapshotStore } from '#server/features/tournaments/index.ts'
import type { Log } from '#server/log.ts'
import { watchChanges } from './changes.ts'
import { EventHub } from './hub.ts'

export interface Events {
  hub: EventHub
  /** Call before the first stream opens. */
  ready(): Promise<unknown>
  look(): Promise<void>
}

interface Needs {
  db: Db
  now: () => number
  log: Log
  snapshot: SnapshotStore
}

export function makeEvents({ db, now, log, snapshot }: Needs): Events {
  const changes = watchChanges(db, snapshot, now, () => hub.changed())
  const hub = new EventHub({
    collect: () => changes.collect(),
    onError: error => log.error('events failed', {}, error),
  })
  let version: number | null = null
  return {
    hub,
    ready: () => changes.hasTurned(),
    async look() {
      // Changes on other connections' commits only.
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
      const current = rows[0]?.data_version ?? null
      if (version !== null && version !== current) assumeEverythingChanged(db)
      version = current
      if (await changes.hasTurned()) hub.changed()
    },
  }
}
