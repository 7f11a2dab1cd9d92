import type { ChangeEvent } from '#contract/events.ts'
import type { Watched } from '#server/db/change-log.ts'
import type { RootDb } from '#server/db/connection.ts'
import { changedByClock, tournamentsOf } from './events.queries.ts'

const ofPosts = ['/api/crew/posts/public', '/api/crew/posts/:id', '/api/tournament-entries/:id/crew-posts']

/** They hold the entries of all tournaments. */
const ofEntries = ['/api/tournaments', '/api/leaderboard']
/** Tournaments come, go or move in them with dates and status, and they repeat names. */
const ofTournaments = [
  ...ofEntries,
  '/api/tournament-cards',
  '/api/leaderboard/boards',
  '/api/leaderboard/totals',
  '/api/tournament-updates',
  '/api/announcements',
]
/** A tournament without boats has no board; a withdrawn boat has no updates. */
const ofMembers = [
  '/api/boats/:id',
  '/api/boats/:id/entries',
  '/api/leaderboard/boards',
  '/api/leaderboard/totals',
  '/api/tournament-updates',
  '/api/my-tournaments',
]

const staleLists: Partial<Record<Watched, readonly string[]>> = {
  announcements: ['/api/announcements'],
  updates: ['/api/tournament-updates', '/api/my-boats'],
  boats: ['/api/boats', '/api/boats/:id'],
  'boats.id on update': ['/api/tournament-updates'],
  'tournaments.id': ofTournaments,
  'entries.tournament_id': ofEntries,
  'entries.tournament_id on insert': ofMembers,
  'entries.tournament_id on delete': ofMembers,
  'entries.tournament_id on update of withdrawn_at': ofMembers,
  crew_members: ['/api/boats/:id/crew', '/api/crew/assignment', '/api/tournaments/:id/mine'],
  // Private.
  data_exports: ['/api/data-export'],
  staff: ['/api/my-tournaments/staff', '/api/tournaments/:id/role', '/api/tournaments/:id/staff'],
  staff_invitations: ['/api/tournaments/:id/staff-invitations'],
  fundings: [
    '/api/funding/my',
    '/api/funding/my/*',
    '/api/my-boats',
    '/api/tournament-entries/:id/backers',
    '/api/tournaments/:id/fundings',
    '/api/tournaments/:id/fundings/totals',
    '/api/tournaments/:id/refunds',
  ],
  settlements: [
    '/api/boats/:id',
    '/api/boats/:id/entries',
    '/api/tournaments/:id/results',
    '/api/tournament-entries/:id/statement',
    '/api/my-tournaments',
  ],
  'settlements.tournament_id': ofEntries,
  payouts: [
    '/api/funding/my',
    '/api/funding/my/*',
    '/api/tournaments/:id/payouts',
    '/api/tournaments/:id/payouts/totals',
    '/api/tournaments/:id/payouts/backers',
    '/api/payout-details',
    '/api/my-tournaments',
  ],
  payout_details: [
    '/api/payout-details',
    '/api/tournaments/:id/payouts',
    '/api/tournaments/:id/payouts/backers',
  ],
  handovers: [
    '/api/tournament-entries/:id/handovers',
    '/api/tournament-entries/:id/handovers/totals',
    '/api/tournaments/:id/fundings',
    '/api/tournaments/:id/fundings/totals',
  ],
  crew_posts: ['/api/crew/posts', '/api/crew/reports', ...ofPosts],
  crew_post_reports: ['/api/crew/reports'],
  // Posts appear once playable.
  crew_videos: ofPosts,
}

/** Above this, everything counts as changed. */
const maxTournaments = 50

const everything: ChangeEvent = { lists: [], tournaments: [], everything: true }

const watchedTables = Object.keys(staleLists) as Watched[]

/** @param onChange called after each relevant write */
export function watchChanges(db: RootDb, now: () => number, onChange: () => void) {
  let written = new Map<Watched, Set<string>>()
  let isUnknown = false
  let seenAt = now()

  db.changes.listen([...watchedTables, 'catches.entry_id', 'users.id on update of banned_at'], changes => {
    if (changes === null || changes.has('users.id on update of banned_at')) isUnknown = true
    else
      for (const [watched, values] of changes)
        written.set(watched, (written.get(watched) ?? new Set()).union(new Set(values)))
    onChange()
  })

  const clockChanges = (from: number, to: number, most: number) =>
    changedByClock(db, { from: Math.min(from, to), to: Math.max(from, to), most })

  async function changedTournaments(changes: typeof written): Promise<string[]> {
    const valuesOf = (watched: Watched) => [...(changes.get(watched) ?? [])]
    const boats = valuesOf('boats.id on update')
    const entries = valuesOf('catches.entry_id')
    return [
      ...valuesOf('tournaments.id'),
      ...valuesOf('entries.tournament_id'),
      ...valuesOf('settlements.tournament_id'),
      ...(await tournamentsOf(db, { boats, entries, most: maxTournaments + 1 })),
    ]
  }

  async function read(changes: typeof written, from: number, to: number): Promise<ChangeEvent | null> {
    const byClock = await clockChanges(from, to, maxTournaments + 1)
    const tournaments = new Set([...(await changedTournaments(changes)), ...byClock])
    if (tournaments.size > maxTournaments) return everything
    const paths = [...changes.keys()].flatMap(watched => staleLists[watched] ?? [])
    const stale = new Set([...(byClock.length > 0 ? ofTournaments : []), ...paths])
    if (stale.size + tournaments.size === 0) return null
    return { lists: [...stale], tournaments: [...tournaments] }
  }

  return {
    /** By the clock. */
    hasClockChange: async (): Promise<boolean> => (await clockChanges(seenAt, now(), 1)).length > 0,

    /** Null: nothing. */
    async takeChange(): Promise<ChangeEvent | null> {
      const [changes, isAll, from, to] = [written, isUnknown, seenAt, now()]
      written = new Map()
      isUnknown = false
      seenAt = to
      try {
        return isAll ? everything : await read(changes, from, to)
      } catch (error) {
        isUnknown = true
        throw error
      }
    },
  }
}
