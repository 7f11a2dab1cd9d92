import type { ChangeEvent } from '#contract/events.ts'
import type { Watched } from '#server/db/change-log.ts'
import type { RootDb } from '#server/db/connection.ts'
import { changedSince, type SnapshotStore } from '#server/features/tournaments/index.ts'

const ofPosts = ['/api/crew/posts/public', '/api/crew/posts/:id', '/api/tournament-entries/:id/crew-posts']

const shows: Partial<Record<Watched, readonly string[]>> = {
  tournaments: [],
  entries: [],
  updates: ['/api/tournament-updates'],
  boats: ['/api/boats'],
  crew_members: ['/api/boats/:id/crew', '/api/crew/assignment', '/api/tournaments/:id/mine'],
  // A lighter fish changes only the organiser's view.
  catches: ['/api/tournaments/:id/desk'],
  // Private lists.
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
  // Posts appear once playable.
  crew_videos: ofPosts,
}

/** Updates include boat and tournament status. */
const ofSnapshot = [
  '/api/tournaments',
  '/api/tournament-cards',
  '/api/leaderboard',
  '/api/leaderboard/boards',
  '/api/leaderboard/totals',
  '/api/tournament-entries/:id',
  '/api/tournament-updates',
]

/** Above this, everything counts as changed. */
const named = 50

const watched = Object.keys(shows) as Watched[]

/** @param onChange called after each relevant write */
export function watchChanges(db: RootDb, snapshots: SnapshotStore, now: () => number, onChange: () => void) {
  let tables = new Set<Watched>()
  let isUnknown = false
  let revision: number | null = null

  db.changes.listen(watched, changes => {
    if (changes === null) isUnknown = true
    else for (const each of changes.keys()) tables.add(each)
    onChange()
  })

  return {
    /** By the clock or another process. */
    async hasTurned(): Promise<boolean> {
      const snapshot = await snapshots.read(now())
      revision ??= snapshot.revision
      return snapshot.revision !== revision
    },

    /** Null: nothing. */
    async collect(): Promise<ChangeEvent | null> {
      const written = tables
      const everything = isUnknown
      tables = new Set()
      isUnknown = false
      const snapshot = await snapshots.read(now())
      const changed = revision === null ? snapshot.tournaments : changedSince(snapshot, revision)
      const isNew = revision === null || snapshot.revision !== revision
      revision = snapshot.revision
      if (everything) return { lists: [], tournaments: [], everything: true }
      const paths = [...written].flatMap(table => shows[table] ?? [])
      const lists = [...new Set([...(isNew ? ofSnapshot : []), ...paths])]
      if (lists.length === 0) return null
      if (changed.length > named) return { lists, tournaments: [], everything: true }
      return { lists, tournaments: changed.map(({ row }) => row.id) }
    },
  }
}
