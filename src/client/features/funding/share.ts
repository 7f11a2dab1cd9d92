/** The value of a funding, by the formula of settlement. Cents unless noted. */

/**
 * Percent with one decimal: `"12.5%"`. Never "0.0%" of something, nor "100.0%" of less than all.
 * @param whole more than 0
 */
export function percentText(part: number, whole: number): string {
  if (part >= whole) return '100%'
  const tenths = Math.min(999, Math.round((part * 1000) / whole))
  if (tenths === 0) return part > 0 ? 'less than 0.1%' : '0%'
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`
}

/** What the backers of an entry divide of what it wins. @param payoutPercentage with at most two decimals */
export const poolOf = (winnings: number, payoutPercentage: number): number =>
  Number((BigInt(winnings) * BigInt(Math.round(payoutPercentage * 100))) / 10_000n)

/** One backer's part of the pool, rounded down. @param total all that was contributed, this one included; more than 0 */
export const shareOf = (pool: number, contributed: number, total: number): number =>
  Number((BigInt(pool) * BigInt(contributed)) / BigInt(total))
