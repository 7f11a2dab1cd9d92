import type { Topic } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import { changedByClock } from './events.queries.ts'
import { mostIds } from './hub.ts'

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
