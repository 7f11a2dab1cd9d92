import type { Penalty } from '#contract/tournaments/rulings.ts'
import type { PenaltyRow } from './rulings.queries.ts'

export const presentPenalty = (row: PenaltyRow): Penalty => ({
  id: row.id,
  entryId: row.entry_id,
  key: row.key,
  day: row.day,
  count: row.count,
  reason: row.reason,
  createdAt: new Date(row.created_at).toISOString(),
})
