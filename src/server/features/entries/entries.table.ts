import type { Generated, Selectable } from 'kysely'
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
  /** What everybody sees: by weight, or as the organiser decided. Kept by the ranking, never set alone. */
  current_position: number | null
  /** The organiser's decision; null: by weight. */
  position_override: number | null
  /** JSON: `{"weight":412.5,"species":"Blue Marlin"}`. Kept by the ranking. */
  best_catch: string | null
  withdrawn_at: number | null
  created_at: number
}

export interface EntryTables {
  entries: EntriesTable
}

export type EntryRow = Selectable<EntriesTable>
