/**
 * Returns cents for each $100, rounded down, or null if nothing was raised.
 * BigInt, because the product may exceed 2^53.
 */
export const backPer100 = (paidBack: number, raised: number): number | null =>
  raised === 0 ? null : Number((BigInt(paidBack) * 10_000n) / BigInt(raised))
