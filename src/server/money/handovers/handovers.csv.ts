import { iso } from '#contract/iso.ts'
import { formatCents } from '#contract/money.ts'
import { type Columns, csvTable } from '#server/http/csv.ts'
import type { HandoverOfBoat } from './handovers.queries.ts'

const columns: Columns<HandoverOfBoat> = [
  ['Handover', row => row.id],
  ['Recorded at (UTC)', row => iso(row.created_at)],
  ['Boat', row => row.boat],
  ['Amount (USD)', row => `${row.reverses === null ? '' : '-'}${formatCents(row.amount_cents)}`],
  ['Paid on', row => row.paid_on],
  ['Reference', row => row.reference],
  ['Reverses', row => row.reverses],
  ['Reason', row => row.reason],
]

/** Reversals are negative. */
export const handoversCsv = (rows: readonly HandoverOfBoat[]): string => csvTable(columns, rows)
