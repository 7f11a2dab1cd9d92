import type { ChangeEvent } from '#contract/events.ts'
import type { Db } from '#server/db/connection.ts'
import { anyTable, onWrite } from '#server/db/writes.ts'
import { changedSince, type SnapshotStore } from '#server/features/tournaments/snapshot.queries.ts'

/** What shows posts of the crews. */
const ofPosts = ['/api/crew/posts/public', '/api/crew/posts/:id', '/api/tournament-entries/:id/crew-posts']

/** What shows something of a table by itself; what comes from the snapshot of tournaments is told by that. */
const shows: Readonly<Record<string, readonly string[]>> = {
  tournaments: [],
  entries: [],
  updates: ['/api/tournament-updates'],
  boats: ['/api/boats'],
  // Whose boat it is, and who wants to crew it, is for its owner alone to ask.
  crew_members: ['/api/boats/:id/crew', '/api/crew/assignment', '/api/tournaments/:id/mine'],
  // A lighter fish moves nobody, and is on the organiser's desk all the same.
  catches: ['/api/tournaments/:id/desk'],
  // Who has funded what is for those alone who may ask.
  fundings: [
    '/api/funding/my',
    '/api/tournament-entries/:id/backers',
    '/api/tournaments/:id/fundings',
    '/api/tournaments/:id/refunds',
  ],
  settlements: ['/api/tournaments/:id/results', '/api/tournament-entries/:id/statement'],
  payouts: ['/api/funding/my', '/api/tournaments/:id/payouts'],
  crew_posts: ['/api/crew/posts', '/api/crew/reports', ...ofPosts],
  crew_post_reports: ['/api/crew/reports'],
  // A post shows once its video can be played.
  crew_videos: ofPosts,
  [anyTable]: [],
}

/** What shows something of the snapshot. An update shows its boat, and its tournament with its status. */
const ofSnapshot = [
  '/api/tournaments',
  '/api/leaderboard',
  '/api/leaderboard/totals',
  '/api/tournament-entries/:id',
  '/api/tournament-updates',
]

/** More than so many changed tournaments at once are not named: a page asks for its own again. */
const named = 50

/** Gathers what has changed for those who watch. @param onChange is called after each write that concerns them */
export function watchChanges(db: Db, snapshots: SnapshotStore, now: () => number, onChange: () => void) {
  let tables = new Set<string>()
  let revision: number | null = null

  onWrite(db, written => {
    let concerns = false
    for (const table of written)
      if (shows[table]) {
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
      const paths = [...written].flatMap(table => shows[table] ?? [])
      const lists = [...new Set([...(isNew ? ofSnapshot : []), ...paths])]
      if (lists.length === 0) return null
      if (changed.length > named) return { lists, tournaments: [], everything: true }
      return { lists, tournaments: changed.map(({ row }) => row.id) }
    },
  }
}
