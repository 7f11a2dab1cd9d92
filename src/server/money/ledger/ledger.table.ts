import type { Generated } from 'kysely'
import type { EntryId, FundingId, UserId } from '#contract/ids.ts'
import type { Account, MovementKind } from './ledger.rules.ts'

/** Append-only, by triggers. */
export interface LedgerTable {
  id: Generated<number>
  movement_id: string
  kind: MovementKind
  account: Account
  /** Signed. */
  cents: number
  entry_id: EntryId | null
  funding_id: FundingId | null
  user_id: UserId | null
  payout_id: string | null
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    ledger: LedgerTable
  }
}
