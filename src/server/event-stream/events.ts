import type { UserId } from '#contract/ids.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { watchChanges, watchClock } from './changes.ts'
import { EventHub } from './hub.ts'

export interface Events {
  hub: EventHub
  /** Reports which tournaments the clock changed. */
  announceClock(): Promise<void>
}

declare module '#server/deps.ts' {
  interface Deps {
    events: Events
  }
}

export function makeEvents({ db, now }: Pick<CoreDeps, 'db' | 'now'>): Events {
  const takeChange = watchChanges(db, () => hub.scheduleChange())
  const hub = new EventHub({ log: db.changes, takeChange, now })
  // Marks of sent notifications are left out, because people don't read them.
  const ofNotifications = [
    'notifications.user_id on insert',
    'notifications.user_id on delete',
    'notifications.user_id on update of read_at',
  ] as const
  db.changes.listen(ofNotifications, changes => {
    const people = ofNotifications.flatMap(each => (changes?.get(each) ?? []) as UserId[])
    if (people.length > 0) hub.publish('notification', {}, { people: new Set(people) })
  })
  return { hub, announceClock: watchClock(db, now) }
}
