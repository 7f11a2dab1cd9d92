import type { UserId } from '#contract/ids.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { tableOf } from '#server/db/changes.ts'
import { subjects } from '#server/db/subjects.ts'
import { EventHub } from './hub.ts'
import { topics } from './stale-paths.ts'
import { watchClock } from './watch-clock.ts'

const live = topics.filter(topic => tableOf(topic) in subjects)

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
  const hub = new EventHub({ log: db.changes, now })
  db.changes.listen(live, changes => hub.change(changes))
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
