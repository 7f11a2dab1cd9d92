import type { RootDb } from '#server/db/connection.ts'
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
  db: RootDb
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
  return {
    hub,
    ready: () => changes.hasTurned(),
    async look() {
      db.changes.checkOtherProcesses()
      if (await changes.hasTurned()) hub.changed()
    },
  }
}
