import type { Generated } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { Account, MovementKind } from './ledger.rules.ts'

/** One line of a movement. Append-only: triggers refuse updates and deletes. */
export interface LedgerTable {
  id: Generated<number>
  movement_id: string
  kind: MovementKind
  account: Account
  /** Signed, never 0; the sum of a movement is 0. */
  cents: number
  entry_id: EntryId | null
  funding_id: FundingId | null
  user_id: UserId | null
  payout_id: string | null
  created_at: number
}

export interface LedgerTables {
  ledger: LedgerTable
}
