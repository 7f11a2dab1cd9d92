import type { Generated, Selectable } from 'kysely'
import type { BoatId, EntryId, TournamentId } from '#contract/ids.ts'

export interface EntriesTable {
  id: EntryId
  tournament_id: TournamentId
  boat_id: BoatId
  funding_goal_cents: number
  current_funding_cents: Generated<number>
  backer_count: Generated<number>
  /** Written by the handovers. */
  handed_over_cents: Generated<number>
  /** Hundredths of a percent. */
  payout_basis_points: number
  /** Written by the ranking. */
  current_position: number | null
  /** The organiser's; null: by weight. */
  position_override: number | null
  /** Written by the ranking, as JSON: `{"weight":412.5,"species":"Blue Marlin"}`. */
  best_catch: string | null
  withdrawn_at: number | null
  created_at: number
}

export interface EntryTables {
  entries: EntriesTable
}

export type EntryRow = Selectable<EntriesTable>
