/** By settlement's formula. Cents unless noted. */

/** `"12.5%"`; "0.0%" and "100.0%" only when exact. @param whole more than 0 */
export function percentText(part: number, whole: number): string {
  if (part >= whole) return '100%'
  const tenths = Math.min(999, Math.round((part * 1000) / whole))
  if (tenths === 0) return part > 0 ? 'less than 0.1%' : '0%'
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`
}

/** @param payoutPercentage with at most two decimals */
export const poolOf = (winnings: number, payoutPercentage: number): number =>
  Number((BigInt(winnings) * BigInt(Math.round(payoutPercentage * 100))) / 10_000n)

/** Rounded down. @param total includes this contribution; more than 0 */
export const shareOf = (pool: number, contributed: number, total: number): number =>
  Number((BigInt(pool) * BigInt(contributed)) / BigInt(total))
