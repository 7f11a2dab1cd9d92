import type { Selectable } from 'kysely'
import type { EntryId, FundingId, PayoutId, TournamentId, UserId } from '#contract/ids.ts'

/** One row per settled tournament. These tables are append-only, except for the payment columns of `payouts`. */
export interface SettlementsTable {
  tournament_id: TournamentId
  settled_by: UserId
  settled_at: number
}

export interface ResultsTable {
  entry_id: EntryId
  tournament_id: TournamentId
  winnings_cents: number
  /** Hundredths of a percent. */
  payout_basis_points: number
  raised_cents: number
  pool_cents: number
}

/** One row per funding. The status isn't stored: it follows from payment, funding and disputes. */
export interface PayoutsTable {
  id: PayoutId
  entry_id: EntryId
  funding_id: FundingId
  backer_id: UserId
  /** Decides ties. */
  funded_at: number
  contributed_cents: number
  extra_cent: 0 | 1
  amount_cents: number
  /** The organiser's note about the payment. */
  reference: string | null
  paid_at: number | null
  paid_by: UserId | null
}

export interface PayoutTables {
  settlements: SettlementsTable
  results: ResultsTable
  payouts: PayoutsTable
}

export type SettlementRow = Selectable<SettlementsTable>
