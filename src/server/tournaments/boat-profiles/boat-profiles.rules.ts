import { formatCents } from '#contract/money.ts'

/**
 * Returns dollars for each $100, rounded down, or null if nothing was raised.
 * BigInt, because the product may exceed 2^53.
 */
export const backPer100 = (paidBack: number, raised: number): string | null =>
  raised === 0 ? null : formatCents(Number((BigInt(paidBack) * 10_000n) / BigInt(raised)))
