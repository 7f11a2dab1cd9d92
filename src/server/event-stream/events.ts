import type { UserId } from '#contract/ids.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { watchChanges } from './changes.ts'
import { EventHub } from './hub.ts'

export interface Events {
  hub: EventHub
  /** Reports what the clock and other processes changed. */
  announceOtherChanges(): Promise<void>
}

declare module '#server/deps.ts' {
  interface Deps {
    events: Events
  }
}

export function makeEvents({ db, now, log }: Pick<CoreDeps, 'db' | 'now' | 'log'>): Events {
  const changes = watchChanges(db, now, () => hub.changed())
  const hub = new EventHub({
    takeChange: () => changes.takeChange(),
    onError: error => log.error('events failed', {}, error),
  })
  // Not the marks of sent ones.
  const ofNotifications = [
    'notifications.user_id on insert',
    'notifications.user_id on delete',
    'notifications.user_id on update of read_at',
  ] as const
  db.changes.listen(ofNotifications, changed => {
    const people = ofNotifications.flatMap(each => (changed?.get(each) ?? []) as UserId[])
    if (people.length > 0) hub.publishTo(new Set(people), 'notification', {})
  })
  return {
    hub,
    async announceOtherChanges() {
      db.changes.checkOtherProcesses()
      if (await changes.hasClockChange()) hub.changed()
    },
  }
}
