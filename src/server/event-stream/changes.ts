import type { ChangeEvent } from '#contract/events.ts'
import { type Changes, mergeChanges, tableOf, type Watched } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import { subjects } from '#server/db/subjects.ts'
import { changedByClock } from './events.queries.ts'
import { stalePaths, watched } from './stale-paths.ts'

const live = watched.filter(each => tableOf(each) in subjects)

/** Of one path in an event. */
const mostIds = 10

/** @param onChange called after each relevant write */
export function watchChanges(db: RootDb, now: () => number, onChange: () => void) {
  let written: Changes = new Map()
  let seenAt = now()

  db.changes.listen(live, changes => {
    written = mergeChanges(written, changes)
    onChange()
  })

  const clockChanges = (from: number, to: number, most: number) =>
    changedByClock(db, { from: Math.min(from, to), to: Math.max(from, to), most })

  async function byClock(from: number, to: number): Promise<Changes> {
    const tournaments = await clockChanges(from, to, mostIds + 1)
    const subjects = tournaments.map(id => `tournaments/${id}`)
    return new Map<Watched, string[]>(subjects.length > 0 ? [['tournaments', subjects]] : [])
  }

  return {
    /** By the clock. */
    hasClockChange: async (): Promise<boolean> => (await clockChanges(seenAt, now(), 1)).length > 0,

    /** Null: nothing. */
    async takeChange(): Promise<ChangeEvent | null> {
      const [changes, from, to] = [written, seenAt, now()]
      written = new Map()
      seenAt = to
      try {
        const lists = stalePaths(mergeChanges(changes, await byClock(from, to)), mostIds)
        return lists.length > 0 ? { lists } : null
      } catch (error) {
        written = null
        throw error
      }
    },
  }
}
