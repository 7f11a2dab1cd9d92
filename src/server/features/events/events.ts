import type { CoreDeps } from '#server/core-deps.ts'
import { watchChanges } from './changes.ts'
import { EventHub } from './hub.ts'

export interface Events {
  hub: EventHub
  /** Reports what the clock and other processes changed. */
  announceOtherChanges(): Promise<void>
}

export function makeEvents({ db, now, log }: Pick<CoreDeps, 'db' | 'now' | 'log'>): Events {
  const changes = watchChanges(db, now, () => hub.changed())
  const hub = new EventHub({
    takeChange: () => changes.takeChange(),
    onError: error => log.error('events failed', {}, error),
  })
  return {
    hub,
    async announceOtherChanges() {
      db.changes.checkOtherProcesses()
      if (await changes.hasClockChange()) hub.changed()
    },
  }
}
