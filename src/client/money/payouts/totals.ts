import type { PayoutTotals } from '#contract/money/payouts.ts'
import { centsOf, formatCents, formatMoney, sumOf } from '#contract/money.ts'

/** Decimal dollars and counts of what is due, and the whole percent that is paid: 100 only when complete. */
export function progressOf({ owed, paid, frozen }: Pick<PayoutTotals, 'owed' | 'paid' | 'frozen'>) {
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

/** Null: no prize pool is known. @param all decimal dollars */
export function prizePoolText(all: string, prizePool: string | null): string | null {
  if (prizePool === null) return null
  const left = centsOf(prizePool) - centsOf(all)
  const pool = `the prize pool of ${formatMoney(prizePool)}`
  if (left === 0) return `All of ${pool}`
  const difference = formatMoney(formatCents(Math.abs(left)))
  return left > 0 ? `${difference} less than ${pool}` : `${difference} more than ${pool}`
}

/** Decimal dollars; what isn't an amount yet counts as nothing. */
export const typedSum = (amounts: readonly string[]): string =>
  sumOf(
    amounts.flatMap(amount => {
      const [, whole, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount.trim()) ?? []
      return whole === undefined ? [] : [`${whole}.${cents.padEnd(2, '0')}`]
    }),
  )
