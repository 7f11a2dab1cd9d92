import type { Selectable } from 'kysely'
import type { EntryId, HandoverId, UserId } from '#contract/ids.ts'

/** Append-only, by triggers. */
export interface HandoversTable {
  id: HandoverId
  entry_id: EntryId
  amount_cents: number
  /** Date such as `2026-11-22`, or null if unknown. */
  paid_on: string | null
  reference: string | null
  /** Handover that this line reverses, or null if the line is a handover. */
  reverses: HandoverId | null
  /** Reason for a reversal; null for a handover. */
  reason: string | null
  idempotency_key: string | null
  recorded_by: UserId
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    handovers: HandoversTable
  }
}

export type HandoverRow = Selectable<HandoversTable>
