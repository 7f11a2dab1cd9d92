import { sum } from '../../numbers.ts'

/** Amounts are integer cents; products are BigInt, because they may exceed 2^53. */

/** `[dividend, divisor]` of an amount, or a number of cents, exactly. */
export type Fraction = readonly [bigint, bigint]

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b

/**
 * Divides `amount`: each fraction is rounded down, the sum is the sum of the fractions rounded down once, and the odd
 * cents go one each to the largest remainders, ties to the earlier.
 */
export function portionsOf(amount: number, fractions: readonly Fraction[]): number[] {
  const divisor = fractions.reduce((common, [, own]) => lcm(common, own), 1n)
  const exact = fractions.map(([dividend, own]) => BigInt(amount) * dividend * (divisor / own))
  const wholeCents = exact.map(cents => cents / divisor)
  const total = exact.reduce((sum, cents) => sum + cents, 0n) / divisor
  const odd = Number(total - wholeCents.reduce((sum, cents) => sum + cents, 0n))
  const byRemainder = exact
    .map((cents, index) => ({ index, remainder: cents % divisor }))
    .sort(
      (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
    )
  const withOddCent = new Set(byRemainder.slice(0, odd).map(({ index }) => index))
  return wholeCents.map((cents, index) => Number(cents) + (withOddCent.has(index) ? 1 : 0))
}

/** Odd cents go to the earlier. */
export const equalPartsOf = (amount: number, count: number): number[] =>
  portionsOf(amount, Array<Fraction>(count).fill([1n, BigInt(count)]))

/** Returns the part, rounded down. */
export const partOf = (amount: number, [dividend, divisor]: Fraction): number =>
  Number((BigInt(amount) * dividend) / divisor)

/** Hundredths of a percent. */
const wholePercents = 10_000

/**
 * Prizes of places 1 to n from the row of length n, else from the first n of the next longer row, scaled to 100.
 * @param rows percents; of different lengths @param contestants with a place
 */
export function prizesOf(
  amount: number,
  rows: readonly (readonly number[])[],
  contestants: number,
): number[] {
  const longest = Math.max(0, ...rows.map(row => row.length))
  const n = Math.min(contestants, longest)
  const row = rows.toSorted((a, b) => a.length - b.length).find(({ length }) => length >= n) ?? []
  const percents = row.slice(0, n)
  const whole = row.length === n ? wholePercents : sum(percents)
  return portionsOf(
    amount,
    percents.map((percent): Fraction => [BigInt(percent), BigInt(whole)]),
  )
}

/** @param boats in the pot */
export function fixedPrizesOf(amounts: readonly number[], basedOn: number | null, boats: number): number[] {
  if (basedOn === null || boats >= basedOn) return [...amounts]
  return amounts.map(amount => partOf(amount, [BigInt(boats), BigInt(basedOn)]))
}
