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
  /** Null if funding closes when the tournament ends. */
  funding_closes_at: number | null
  /** Time at which funding closed, for good. Stored before dates change. */
  funding_closed_at: number | null
  /** Time of the first start. Stored before dates change. */
  started_at: number | null
  /** Time of the first end. Stored before dates change. */
  ended_at: number | null
  /** Time until which captains could file protests, for good. Stored before dates or rules change. */
  protests_until: Generated<number | null>
  /** Days after the end within which winnings are paid, or null if not stated. */
  payout_days: number | null
  prize_pool_cents: number | null
  /** 1 if everyone can read the log. Null: not stated, so not. */
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
