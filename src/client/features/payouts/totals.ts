import { sumOf } from '#client/domain/money.ts'
import { centsOf } from '#contract/money.ts'
import type { PayoutTotals } from '#contract/payouts.ts'

/** Decimal dollars and counts of what is due, and the whole percent that is paid: 100 only when complete. */
export function progressOf({ owed, paid, frozen }: Omit<PayoutTotals, 'entries'>) {
  const all = sumOf([owed.amount, paid.amount, frozen.amount])
  const due = centsOf(all)
  return {
    all,
    percent: due === 0 ? 100 : Math.floor((centsOf(paid.amount) * 100) / due),
    counts: {
      owed: owed.count,
      paid: paid.count,
      frozen: frozen.count,
      any: owed.count + paid.count + frozen.count,
    },
  }
}
