import { iso } from '#contract/iso.ts'
import { formatCents } from '#contract/money.ts'
import { csv } from '#server/http/csv.ts'
import type { HandoverOfBoat } from './handovers.queries.ts'

const header = [
  'Handover',
  'Recorded at (UTC)',
  'Boat',
  'Amount (USD)',
  'Paid on',
  'Reference',
  'Reverses',
  'Reason',
]

/** Reversals are negative. */
export const handoversCsv = (rows: readonly HandoverOfBoat[]): string =>
  csv(
    header,
    rows.map(row => [
      row.id,
      iso(row.created_at),
      row.boat,
      `${row.reverses === null ? '' : '-'}${formatCents(row.amount_cents)}`,
      row.paid_on,
      row.reference,
      row.reverses,
      row.reason,
    ]),
  )
