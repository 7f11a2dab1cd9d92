/** Cents for each $100, rounded down; null: nothing was raised. BigInt, because the product may exceed 2^53. */
export const backPer100 = (paidBack: number, raised: number): number | null =>
  raised === 0 ? null : Number((BigInt(paidBack) * 10_000n) / BigInt(raised))
