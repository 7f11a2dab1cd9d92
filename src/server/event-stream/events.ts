import type { UserId } from '#contract/ids.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { type Topic, tableOf } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import { subjects } from '#server/db/subjects.ts'
import { changedByClock } from './events.queries.ts'
import { EventHub, mostIds } from './hub.ts'
import { topics } from './stale-paths.ts'

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

/** @returns announces the tournaments that the clock changed since the last call */
function watchClock(db: RootDb, now: () => number): () => Promise<void> {
  let seenAt = now()
  return async () => {
    const [from, to] = [seenAt, now()]
    const ids = await changedByClock(db, {
      from: Math.min(from, to),
      to: Math.max(from, to),
      most: mostIds + 1,
    })
    if (ids.length > 0)
      await db.changes.announce(
        new Map<Topic, string[]>([['tournaments', ids.map(id => `tournaments/${id}`)]]),
      )
    seenAt = to
  }
}
