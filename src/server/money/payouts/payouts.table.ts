import type { ColumnType, Generated } from 'kysely'
import type { EntryId, FundingId, PayoutId, PayoutImportId, TournamentId, UserId } from '#contract/ids.ts'
import type { PayoutProvider } from '#contract/money/payout-file-texts.ts'
import type { PayoutMethod } from '#contract/money/payout-method.ts'

/** The first round. Append-only. */
export interface SettlementsTable {
  tournament_id: TournamentId
  settled_by: UserId
  settled_at: number
}

/** Results after the latest round, with terms and contributions of the first. */
export interface ResultsTable {
  entry_id: EntryId
  tournament_id: TournamentId
  winnings_cents: number
  /** The part of the winnings that backers share in: less where they don't share all pots. */
  shared_cents: number
  payout_basis_points: number
  raised_cents: number
  pool_cents: number
}

/** Results of each round. Append-only. */
export interface RoundResultsTable
  extends Pick<ResultsTable, 'entry_id' | 'winnings_cents' | 'shared_cents' | 'pool_cents'> {
  round: number
}

/** Changes of shares by later rounds. Append-only. */
export interface ShareChangesTable {
  payout_id: PayoutId
  round: number
  /** Signed, not 0. */
  change_cents: number
}

type Computed = ColumnType<number, never, never>

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
  /** Cents after the latest round. */
  amount_cents: number
  /** Present value: less after a part of its payment was refunded. */
  payable_cents: number
  /** The last round that set or changed it. */
  settled_in: Generated<number>
  /** The boat's winnings may change, so that it isn't paid meanwhile. */
  in_review: Generated<0 | 1>
  /** Cents of all payments that are marked, or null if not paid. */
  paid_cents: Generated<number | null>
  /** JSON: `EarlierPayment[]`, of a share that grew after it was paid. */
  earlier_payments: Generated<string>
  /** Cents of paid money that the backer returned. */
  returned_cents: Generated<number>
  returned_reference: Generated<string | null>
  /** Overpaid cents that the organiser bears. */
  waived_cents: Generated<number>
  waived_reason: Generated<string | null>
  /** Cents still to be paid. */
  due_cents: Computed
  /** Cents paid too much, and neither returned nor waived. */
  to_return_cents: Computed
  reference: string | null
  paid_at: number | null
  paid_by: UserId | null
  /** Time at which the last payment was taken back, or null. */
  undone_at: Generated<number | null>
  undone_reason: Generated<string | null>
}

/** Place where a person's winnings go. */
export interface PayoutDetailsTable {
  user_id: UserId
  kind: PayoutMethod
  details: string
  updated_at: number
}

/** Result files of payment providers that were imported. Append-only, but for `undone_at`. */
export interface PayoutImportsTable {
  id: PayoutImportId
  tournament_id: TournamentId
  provider: PayoutProvider
  /** SHA-256, hex. */
  file_hash: string
  imported_by: UserId
  /** `paid_at` of the shares that it marked. */
  imported_at: number
  people: number
  amount_cents: number
  /** JSON: by the share's id, the reference that it was marked with. */
  shares: string
  undone_at: Generated<number | null>
}

export interface RecapsTable {
  tournament_id: TournamentId
  /** Time at which the results were first official, in milliseconds since 1970. */
  official_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    payout_details: PayoutDetailsTable
    settlements: SettlementsTable
    results: ResultsTable
    round_results: RoundResultsTable
    share_changes: ShareChangesTable
    payouts: PayoutsTable
    payout_imports: PayoutImportsTable
    recaps: RecapsTable
  }
}
