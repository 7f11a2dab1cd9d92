import type { PayoutTotals } from '#contract/money/payouts.ts'
import type { ResultsPreview } from '#contract/money/results.ts'
import { centsOf, formatCents, formatMoney, hundredthsOf, sumOf } from '#contract/money.ts'
import { countText, sum } from '#contract/numbers.ts'

/** Decimal dollars and counts of what is due, and the whole percent that is paid: 100 only when complete. */
export function progressOf({
  owed,
  paid,
  frozen,
  toReturn,
}: Pick<PayoutTotals, 'owed' | 'paid' | 'frozen' | 'toReturn'>) {
  const all = sumOf([owed.amount, paid.amount, frozen.amount])
  const due = centsOf(all)
  return {
    all,
    percent: due === 0 ? 100 : Math.floor((centsOf(paid.amount) * 100) / due),
    counts: {
      owed: owed.count,
      paid: paid.count,
      frozen: frozen.count,
      'to-return': toReturn?.count ?? 0,
      any: owed.count + paid.count + frozen.count + (toReturn?.count ?? 0),
    },
  }
}

/** "1 person", "1,200 people" */
export const people = (count: number): string => countText(count, 'person', 'people')

/** Number of shares that are to be paid. */
export const dueShareCount = (entries: ResultsPreview['entries']): number =>
  entries.flatMap(({ shares }) => shares).filter(({ status }) => status !== 'none').length

/** Consequences of confirming results. @param isRuled with rules, results can be settled again after a decision */
export function consequences({ entries }: ResultsPreview, isRuled = false): string {
  const count = dueShareCount(entries)
  const total = `${formatMoney(sumOf(entries.map(({ winnings }) => winnings)))} in winnings`
  const pools = formatMoney(sumOf(entries.map(({ pool }) => pool)))
  const debt =
    count === 0
      ? 'No backer has a share of it.'
      : `You will owe ${pools} in ${countText(count, 'share')}, and each backer gets a notification.`
  const final = isRuled
    ? 'If a decision changes them afterwards, settle them again.'
    : 'You confirm results once. To fix a mistake later, settle them again with a reason that everyone can read.'
  return `${total}. ${debt} ${final}`
}

/** Compares the winnings with the prize pool; null if no prize pool is known. @param all decimal dollars */
export function prizePoolText(all: string, prizePool: string | null): string | null {
  if (prizePool === null) return null
  const gap = centsOf(prizePool) - centsOf(all)
  const pool = `the prize pool of ${formatMoney(prizePool)}`
  if (gap === 0) return `All of ${pool}`
  const difference = formatMoney(formatCents(Math.abs(gap)))
  return gap > 0 ? `${difference} less than ${pool}` : `${difference} more than ${pool}`
}

/** Decimal dollars; texts that aren't amounts yet count as 0. */
export const typedSum = (amounts: readonly string[]): string =>
  formatCents(sum(amounts.map(amount => hundredthsOf(amount.trim()) ?? 0)))
