import type { EntryId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Payments for an entry that were begun and can still be paid: its terms stand meanwhile. */
export interface OpenPayments {
  exist(db: Db, entry: EntryId): Promise<boolean>
  /** Cancels them at the provider too. @returns false when one of them was paid, or can still be */
  cancel(entry: EntryId): Promise<boolean>
}

declare module '#server/deps.ts' {
  interface Deps {
    openPayments: OpenPayments
  }
}
