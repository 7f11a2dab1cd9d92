import type { ChangeEvent } from '#contract/events.ts'
import type { Watched } from '#server/db/change-log.ts'
import type { RootDb } from '#server/db/connection.ts'
import { tournamentsOf, turnedBetween } from './events.queries.ts'

const ofPosts = ['/api/crew/posts/public', '/api/crew/posts/:id', '/api/tournament-entries/:id/crew-posts']

const shows: Partial<Record<Watched, readonly string[]>> = {
  updates: ['/api/tournament-updates'],
  boats: ['/api/boats'],
  crew_members: ['/api/boats/:id/crew', '/api/crew/assignment', '/api/tournaments/:id/mine'],
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

/** Of a tournament, its entries or boats. */
const ofTournaments = [
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

const lists = Object.keys(shows) as Watched[]

/** Their values name the tournaments that changed. */
const naming = ['tournaments.id', 'entries.tournament_id', 'boats.id on update', 'catches.entry_id'] as const

/** @param onChange called after each relevant write */
export function watchChanges(db: RootDb, now: () => number, onChange: () => void) {
  let written = new Map<Watched, Set<string>>()
  let isUnknown = false
  let seenAt = now()

  db.changes.listen([...lists, ...naming, 'users.id on update of banned_at'], changes => {
    if (changes === null || changes.has('users.id on update of banned_at')) isUnknown = true
    else
      for (const [watched, values] of changes)
        written.set(watched, (written.get(watched) ?? new Set()).union(new Set(values)))
    onChange()
  })

  const turned = (from: number, to: number, most: number) =>
    turnedBetween(db, { from: Math.min(from, to), to: Math.max(from, to), most })

  async function changedTournaments(from: number, to: number, changes: typeof written): Promise<Set<string>> {
    const valuesOf = (watched: Watched) => [...(changes.get(watched) ?? [])]
    const most = named + 1
    return new Set<string>([
      ...valuesOf('tournaments.id'),
      ...valuesOf('entries.tournament_id'),
      ...(await tournamentsOf(db, {
        boats: valuesOf('boats.id on update'),
        entries: valuesOf('catches.entry_id'),
        most,
      })),
      ...(await turned(from, to, most)),
    ])
  }

  return {
    /** By the clock. */
    hasTurned: async (): Promise<boolean> => (await turned(seenAt, now(), 1)).length > 0,

    /** Null: nothing. */
    async collect(): Promise<ChangeEvent | null> {
      const [changes, everything, from, to] = [written, isUnknown, seenAt, now()]
      written = new Map()
      isUnknown = false
      seenAt = to
      if (everything) return { lists: [], tournaments: [], everything }
      const changed = await changedTournaments(from, to, changes).catch((error: unknown) => {
        isUnknown = true
        throw error
      })
      if (changed.size > named) return { lists: [], tournaments: [], everything: true }
      const paths = [...changes.keys()].flatMap(watched => shows[watched] ?? [])
      const concerned = [...new Set([...(changed.size > 0 ? ofTournaments : []), ...paths])]
      return concerned.length === 0 ? null : { lists: concerned, tournaments: [...changed] }
    },
  }
}
