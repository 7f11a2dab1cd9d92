import type { Generated } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'

/** Every round. Append-only; a reason can be erased. */
export interface RoundsTable {
  tournament_id: TournamentId
  /** Number of the round, from 1. */
  number: number
  /** Null in the first round. */
  reason: string | null
  confirmed_by: UserId
  confirmed_at: number
  /** JSON: `SettledAward[]`, or null without rules. */
  awards: string | null
  /** Fingerprint of the boards, or null without rules. */
  boards: string | null
  /** JSON: `Adjustment[]`, those of former rounds that still hold included. */
  adjustments: Generated<string>
}

declare module '#server/db/tables.ts' {
  interface Tables {
    rounds: RoundsTable
  }
}
