import type { ChangeEvent } from '#contract/events.ts'
import type { Db } from '#server/db/connection.ts'
import { anyTable, onWrite } from '#server/db/writes.ts'
import { changedSince, snapshotOf } from '#server/features/tournaments/snapshot.queries.ts'

/** Tables that something public shows. */
const shown = ['tournaments', 'entries', 'boats', 'updates', anyTable]

/** More than so many changed tournaments at once are not named: a page asks for its own again. */
const named = 50

/** Gathers what has changed for those who watch. @param onChange is called after each write that concerns them */
export function watchChanges(db: Db, now: () => number, onChange: () => void) {
  const snapshots = snapshotOf(db)
  let tables = new Set<string>()
  let revision: number | null = null

  onWrite(db, written => {
    let concerns = false
    for (const table of written)
      if (shown.includes(table)) {
        tables.add(table)
        concerns = true
      }
    if (concerns) onChange()
  })

  return {
    /** Whether the clock has moved a tournament, or somebody else has written, since the last time. */
    async hasTurned(): Promise<boolean> {
      const snapshot = await snapshots.read(now())
      revision ??= snapshot.revision
      return snapshot.revision !== revision
    },

    /** What to tell; null: nothing. */
    async collect(): Promise<ChangeEvent | null> {
      const written = tables
      tables = new Set()
      const snapshot = await snapshots.read(now())
      const changed = revision === null ? snapshot.tournaments : changedSince(snapshot, revision)
      const isNew = revision === null || snapshot.revision !== revision
      revision = snapshot.revision
      if (written.has(anyTable)) return { lists: [], tournaments: [], everything: true }
      const lists: string[] = []
      if (isNew) lists.push('/api/tournaments', '/api/leaderboard')
      // An update shows its boat and its tournament with its status.
      if (isNew || written.has('updates')) lists.push('/api/tournament-updates')
      if (written.has('boats')) lists.push('/api/boats')
      if (lists.length === 0) return null
      if (changed.length > named) return { lists, tournaments: [], everything: true }
      return { lists, tournaments: changed.map(({ row }) => row.id) }
    },
  }
}
