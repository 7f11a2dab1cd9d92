import type { Generated } from 'kysely'
import type { BoatId, EntryId, TournamentId } from '#contract/ids.ts'

export interface EntriesTable {
  id: EntryId
  tournament_id: TournamentId
  boat_id: BoatId
  funding_goal_cents: number
  current_funding_cents: Generated<number>
  backer_count: Generated<number>
  /** Hundredths of a percent: 4000 is 40 %. */
  payout_basis_points: number
  current_position: number | null
  /** JSON: `{"weight": 412.5, "species": "Blue Marlin"}`. */
  best_catch: string | null
  created_at: number
}

export interface EntryTables {
  entries: EntriesTable
}
