import type { Selectable } from 'kysely'
import type {
  CatchId,
  EntryId,
  HoldId,
  PenaltyId,
  ProtestId,
  ProtestStepId,
  TournamentId,
  UserId,
} from '#contract/ids.ts'
import type { ProtestState, StepKind } from '#contract/tournaments/protests.ts'

/** Role of an organiser, or null for a captain. */
type OrganiserRole = 'co-organiser' | 'organiser' | null

/** Protests. Only the state changes; an erased text is empty. */
export interface ProtestsTable {
  id: ProtestId
  tournament_id: TournamentId
  /** Protesting boat, or null if the organisers filed it in their own name. */
  from_entry_id: EntryId | null
  /** Boat that the protest names, also by a catch or a penalty, or null without a subject. */
  entry_id: EntryId | null
  /** The catch may be deleted. */
  catch_id: CatchId | null
  penalty_id: PenaltyId | null
  rule: string | null
  content: string
  /** 1: filed by an organiser after the captains' time. */
  late: 0 | 1
  filed_by: UserId
  filed_as: OrganiserRole
  created_at: number
  state: ProtestState
}

/** Append-only; the last decision counts. An erased text is empty. */
export interface ProtestStepsTable {
  id: ProtestStepId
  protest_id: ProtestId
  kind: StepKind
  /** Null for a withdrawal. */
  content: string | null
  /** JSON: `Effect[]`, of a decision. */
  effects: string | null
  /** 1: a decider who owns or crews another boat of the tournament. */
  interested: 0 | 1
  taken_by: UserId
  role: OrganiserRole
  created_at: number
}

/** Holds. Each is lifted once, for good. One by the rules is deleted when the end moves to a later time. */
export interface HoldsTable {
  id: HoldId
  entry_id: EntryId
  reason: string
  /** Organiser, or null if the rules' `verifyFrom` demands the hold: once for each boat. */
  placed_by: UserId | null
  created_at: number
  lifted_at: number | null
  lifted_by: UserId | null
  lifted_note: string | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    protests: ProtestsTable
    protest_steps: ProtestStepsTable
    holds: HoldsTable
  }
}

export type ProtestRow = Selectable<ProtestsTable>
export type ProtestStepRow = Selectable<ProtestStepsTable>
export type HoldRow = Selectable<HoldsTable>
