import { iso } from '#contract/iso.ts'
import type { Handover, HandoverLine, HandoverReversal, HandoverTotals } from '#contract/money/handovers.ts'
import { formatCents } from '#contract/money.ts'
import type { HandoverEntry } from './handovers.queries.ts'
import { dueOf } from './handovers.rules.ts'
import type { HandoverRow } from './handovers.table.ts'

export const presentHandover = (row: HandoverRow): Handover => ({
  id: row.id,
  amount: formatCents(row.amount_cents),
  paidOn: row.paid_on,
  reference: row.reference,
  createdAt: iso(row.created_at),
})

/** @param reverses the reversed handover's id */
export const presentReversal = (row: HandoverRow, reverses: string): HandoverReversal => ({
  id: row.id,
  reverses,
  amount: formatCents(row.amount_cents),
  reason: row.reason ?? '',
  createdAt: iso(row.created_at),
})

export const presentLine = (row: HandoverRow): HandoverLine =>
  row.reverses === null ? presentHandover(row) : presentReversal(row, row.reverses)

export function presentTotals(entry: HandoverEntry): HandoverTotals {
  const { current_funding_cents: raised, handed_over_cents: handedOver } = entry
  return {
    raised: formatCents(raised),
    handedOver: formatCents(handedOver),
    due: formatCents(dueOf(entry)),
    shortfall: formatCents(Math.max(0, handedOver - raised)),
  }
}
