import type { Tables } from './tables.ts'

/** The nouns in `/api/<noun>/:id`. */
export type Noun = 'tournaments' | 'tournament-entries' | 'boats'

type Subjects = Partial<Record<Noun, string>>

const ofEntry: Subjects = {
  tournaments: 'select tournament_id as id from entries where id = row.entry_id',
  'tournament-entries': 'select row.entry_id as id',
  boats: 'select boat_id as id from entries where id = row.entry_id',
}
const ofBoat = (id: string): Subjects => ({
  tournaments: `select tournament_id as id from entries where boat_id = ${id}`,
  'tournament-entries': `select id from entries where boat_id = ${id}`,
  boats: `select ${id} as id`,
})
const ofTournament: Subjects = { tournaments: 'select row.tournament_id as id' }

/**
 * The tables whose changes open pages receive, and SQL for the ids of the tournament, entry and boat that a row
 * concerns; `row` is the changed row.
 */
export const subjects: Partial<Record<keyof Tables, Subjects>> = {
  anglers: ofEntry,
  announcements: ofTournament,
  boats: ofBoat('row.id'),
  catches: ofEntry,
  crew_members: ofBoat('row.boat_id'),
  crew_post_reports: {},
  crew_posts: ofBoat('row.boat_id'),
  crew_videos: {},
  data_exports: {},
  disputes: {},
  entries: {
    tournaments: 'select row.tournament_id as id',
    'tournament-entries': 'select row.id',
    boats: 'select row.boat_id as id',
  },
  events: ofTournament,
  fundings: ofEntry,
  handovers: ofEntry,
  holds: ofEntry,
  log_events: ofTournament,
  log_texts: ofTournament,
  payout_details: {},
  payout_imports: ofTournament,
  penalties: ofEntry,
  pot_entries: ofEntry,
  payouts: ofEntry,
  protest_steps: {
    tournaments: 'select tournament_id as id from protests where id = row.protest_id',
  },
  protests: ofTournament,
  recaps: ofTournament,
  results: ofEntry,
  settlements: ofTournament,
  staff: ofTournament,
  staff_invitations: ofTournament,
  tie_decisions: ofTournament,
  tournament_rules: ofTournament,
  tournaments: { tournaments: 'select row.id' },
  updates: ofEntry,
  users: { tournaments: 'select id from tournaments where organiser_id = row.id' },
  webhooks: ofTournament,
}
