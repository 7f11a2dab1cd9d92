import type { Generated, Selectable } from 'kysely'
import type { BoatId, EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'

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
  if_goal_missed: Generated<GoalRule>
  /**
   * Time at which the rule `refund` was decided, or null.
   * Afterwards terms can't change and funding is closed.
   */
  goal_decided_at: number | null
  /** Null until decided. */
  goal_was_reached: 0 | 1 | null
  /** Written by the ranking. */
  current_position: number | null
  /** Position that the organiser set, or null if weight decides. */
  position_override: number | null
  /** Written by the ranking, as JSON: `{"weight":412.5,"species":"Blue Marlin"}`. */
  best_catch: string | null
  /** Written by the ranking, as JSON: a `Correction`. */
  best_catch_correction: string | null
  /** Written by the ranking, as JSON: an `EntryScore`, or null without rules, or without fish that count. */
  score: Generated<string | null>
  disqualified_at: Generated<number | null>
  disqualified_by: Generated<UserId | null>
  disqualified_reason: Generated<string | null>
  /** JSON: keys of pots whose awards backers share, or null for everything. */
  shared_pots: Generated<string | null>
  /** JSON: parts of the goal and their amounts, or null if not stated. */
  goal_parts: Generated<string | null>
  /** 1: the organiser entered the boat and holds it until its captain takes it over. Not fundable. */
  awaits_captain: Generated<0 | 1>
  withdrawn_at: number | null
  /** Reason that the backers read. */
  withdrawal_reason: string | null
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    entries: EntriesTable
  }
}

export type EntryRow = Selectable<EntriesTable>
