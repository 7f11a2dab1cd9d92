import type { PayoutReportRow } from '#contract/money/payout-files.ts'
import { exactMoney, formatCents } from '#contract/money.ts'
import type { Payee } from './payout-files.rules.ts'
import { payoutReference } from './payout-files.ts'
import type { ReportRow } from './payout-reports.ts'

export interface MatchedRow extends PayoutReportRow {
  /** Payee whose shares this row pays, or null. */
  payee: Payee | null
  transaction: string | null
}

/** Returns the effect of each row of a result file on the shares owed now. */
export function matchReport(
  rows: readonly ReportRow[],
  payees: readonly Payee[],
  tournament: string,
): MatchedRow[] {
  const next = new Map(payees.map(payee => [payee.reference, payee]))
  const earlier = new Map(
    payees.flatMap(payee =>
      Array.from(
        { length: payee.payments },
        (_, payments) => [payoutReference(tournament, payee.id, payments), payee] as const,
      ),
    ),
  )
  const counts = new Map<string | null, number>()
  for (const { reference } of rows) counts.set(reference, (counts.get(reference) ?? 0) + 1)

  return rows.map(row => {
    const { reference, cents } = row
    const nextPayee = reference === null ? undefined : next.get(reference)
    const earlierPayee = reference === null ? undefined : earlier.get(reference)
    const { state, note } = outcomeOf(row, {
      nextPayee,
      earlierPayee,
      isRepeated: (counts.get(reference) ?? 0) > 1,
    })
    return {
      row: row.row,
      name: nextPayee?.name ?? earlierPayee?.name ?? null,
      amount: cents === null ? null : formatCents(cents),
      state,
      note,
      payee: state === 'paid' && nextPayee ? nextPayee : null,
      transaction: row.transaction,
    }
  })
}

interface Match {
  /** Payee whose next payment has the row’s reference: unpaid since the file was made. */
  nextPayee: Payee | undefined
  /** Payee whose earlier payment has the row’s reference: marked as paid since the file was made. */
  earlierPayee: Payee | undefined
  isRepeated: boolean
}

function outcomeOf(
  { state, status, reason, cents, currency }: ReportRow,
  { nextPayee, earlierPayee, isRepeated }: Match,
): Pick<PayoutReportRow, 'state' | 'note'> {
  const payee = nextPayee ?? earlierPayee
  if (!payee) return { state: 'unknown', note: null }
  if (isRepeated)
    return { state: 'repeated', note: 'Look at the payment there, then mark it as paid by hand.' }
  if (state !== 'paid') return { state, note: reason ?? (status === '' ? null : status) }
  if (earlierPayee)
    return {
      state: 'already',
      note:
        payee.owedCents === 0
          ? null
          : `${exactMoney(formatCents(payee.owedCents))} is still owed. If this payment covers it, mark it by hand.`,
    }
  if (currency === null)
    return {
      state: 'differs',
      note: 'The file doesn’t say in which currency. Export it with the currency column, or mark it by hand if it was in USD.',
    }
  if (currency.toUpperCase() !== 'USD')
    return { state: 'differs', note: `Paid in ${currency.slice(0, 10)}, owed in USD. Mark it by hand.` }
  if (cents !== payee.owedCents)
    return {
      state: 'differs',
      note: `${exactMoney(formatCents(payee.owedCents))} is owed. Look at it, then mark it by hand.`,
    }
  return { state: 'paid', note: null }
}
