import type { Selectable } from 'kysely'
import type { AnglerId, EntryId, PenaltyId, TournamentId, UserId } from '#contract/ids.ts'

/** Append-only; the highest number is in force. A reason can be erased. */
export interface TournamentRulesTable {
  tournament_id: TournamentId
  number: number
  /** JSON: `RulesJson`, or null if this version removed the rules. */
  rules: string | null
  reason: string | null
  set_by: UserId
  set_at: number
}

export interface AnglersTable {
  id: AnglerId
  entry_id: EntryId
  name: string
  /** JSON: keys of the rules' divisions. */
  divisions: string
  created_at: number
  /** Time of removal in milliseconds since 1970; null while on the entry's list. */
  removed_at: number | null
}

export interface PenaltiesTable {
  id: PenaltyId
  entry_id: EntryId
  /** Key of a penalty in the rules. */
  key: string
  /** Name of the day, or null if the rules have no days. */
  day: string | null
  count: number
  reason: string | null
  recorded_by: UserId
  created_at: number
  lifted_at: number | null
  lifted_by: UserId | null
  lifted_reason: string | null
}

/** Append-only; the last one for a category and a day is in force. */
export interface TieDecisionsTable {
  id: string
  tournament_id: TournamentId
  category: string
  day: string | null
  /** JSON: keys of contestants, the better place first. */
  contestants: string
  /** Their total. Null in decisions from before it was stored. */
  total: number | null
  reason: string
  decided_by: UserId
  created_at: number
}

/** Requests and confirmations of boats for the pots that they choose to enter. */
export interface PotEntriesTable {
  entry_id: EntryId
  pot: string
  /** The captain asks for it. */
  wanted: 0 | 1
  /** Time at which an organiser confirmed the fee, or null if the boat is not in. */
  confirmed_at: number | null
}

export type PenaltyRow = Selectable<PenaltiesTable>

declare module '#server/db/tables.ts' {
  interface Tables {
    tournament_rules: TournamentRulesTable
    anglers: AnglersTable
    penalties: PenaltiesTable
    tie_decisions: TieDecisionsTable
    pot_entries: PotEntriesTable
  }
}
