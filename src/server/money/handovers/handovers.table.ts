import type { Selectable } from 'kysely'
import type { EntryId, HandoverId, UserId } from '#contract/ids.ts'

/** Append-only, by triggers. */
export interface HandoversTable {
  id: HandoverId
  entry_id: EntryId
  amount_cents: number
  /** `2026-11-22`; null: unknown. */
  paid_on: string | null
  reference: string | null
  /** Null: a handover, otherwise the handover that this line reverses. */
  reverses: HandoverId | null
  /** Of a reversal. */
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
