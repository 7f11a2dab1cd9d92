import type { Generated, Selectable } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'

/** The status follows from the clock and `cancelled_at`. */
export interface TournamentsTable {
  id: TournamentId
  organiser_id: UserId
  name: string
  description: string | null
  location: string | null
  starts_at: number
  ends_at: number
  /** Null: funding closes when the tournament ends. */
  funding_closes_at: number | null
  /** Stored before dates change: funding closed then, for good. */
  funding_closed_at: number | null
  /** Stored before dates change: the first start. */
  started_at: number | null
  /** Stored before dates change: the first end. */
  ended_at: number | null
  /** Stored before dates or rules change: until when captains could file protests, for good. */
  protests_until: Generated<number | null>
  /** After the end, within which winnings are paid; null: not stated. */
  payout_days: number | null
  prize_pool_cents: number | null
  /** Whether everyone can read the log. Null: not stated, so not. */
  public_log: 0 | 1 | null
  cancelled_at: number | null
  cancel_reason: string | null
  created_at: number
  updated_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    tournaments: TournamentsTable
  }
}

export type TournamentRow = Selectable<TournamentsTable>
