import type { ChangeEvent } from '#contract/event-stream.ts'
import { type Changes, mergeChanges, type Topic, tableOf } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import { subjects } from '#server/db/subjects.ts'
import { changedByClock } from './events.queries.ts'
import { stalePaths, topics } from './stale-paths.ts'

const live = topics.filter(topic => tableOf(topic) in subjects)

/** Most ids of one path in an event. */
const mostIds = 10

/**
 * @param onChange called after each relevant write
 * @returns a function that takes the changes since its last call, or null
 */
export function watchChanges(db: RootDb, onChange: () => void): () => ChangeEvent | null {
  let pending: Changes = new Map()
  db.changes.listen(live, changes => {
    pending = mergeChanges(pending, changes)
    onChange()
  })
  return () => {
    const lists = stalePaths(pending, mostIds)
    pending = new Map()
    return lists.length > 0 ? { lists } : null
  }
}

/** @returns announces the tournaments that the clock changed since the last call */
export function watchClock(db: RootDb, now: () => number): () => Promise<void> {
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
