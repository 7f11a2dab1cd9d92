import type { CoreDeps } from '#server/core-deps.ts'
import { watchChanges } from './changes.ts'
import { EventHub } from './hub.ts'

export interface Events {
  hub: EventHub
  /** Reports what the clock and other processes changed. */
  look(): Promise<void>
}

export function makeEvents({ db, now, log }: Pick<CoreDeps, 'db' | 'now' | 'log'>): Events {
  const changes = watchChanges(db, now, () => hub.changed())
  const hub = new EventHub({
    collect: () => changes.collect(),
    onError: error => log.error('events failed', {}, error),
  })
  return {
    hub,
    async look() {
      db.changes.checkOtherProcesses()
      if (await changes.hasTurned()) hub.changed()
    },
  }
}
