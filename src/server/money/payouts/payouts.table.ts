import type { Generated, Selectable } from 'kysely'
import type { EntryId, FundingId, PayoutId, TournamentId, UserId } from '#contract/ids.ts'
import type { PayoutMethod } from '#contract/money/payout-method.ts'

/** All tables are append-only, except for `payouts`' payment columns. */
export interface SettlementsTable {
  tournament_id: TournamentId
  settled_by: UserId
  settled_at: number
}

export interface ResultsTable {
  entry_id: EntryId
  tournament_id: TournamentId
  winnings_cents: number
  payout_basis_points: number
  raised_cents: number
  pool_cents: number
}

/** The status is computed. */
export interface PayoutsTable {
  id: PayoutId
  entry_id: EntryId
  funding_id: FundingId
  backer_id: UserId
  /** Decides ties. */
  funded_at: number
  contributed_cents: number
  extra_cent: 0 | 1
  /** By the results. */
  amount_cents: number
  /** What it is worth now: less after a part of its payment was refunded. */
  payable_cents: number
  /** Null: not paid. */
  paid_cents: Generated<number | null>
  reference: string | null
  paid_at: number | null
  paid_by: UserId | null
  /** When its last payment was taken back. */
  undone_at: Generated<number | null>
  undone_reason: Generated<string | null>
}

/** Where a person's winnings go. */
export interface PayoutDetailsTable {
  user_id: UserId
  kind: PayoutMethod
  details: string
  updated_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    payout_details: PayoutDetailsTable
    settlements: SettlementsTable
    results: ResultsTable
    payouts: PayoutsTable
  }
}

export type SettlementRow = Selectable<SettlementsTable>
