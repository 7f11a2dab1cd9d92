import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Contribution, earlierFirst, poolOf, settle, sharesOf } from './settlement.rules.ts'

const cents = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 1_000_000_000 }))
const pools = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 10_000_000_000 }))
const contributions = fc
  .array(fc.record({ contributed: cents, at: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map(list =>
    list.map((entry, index): Contribution => ({ ...entry, id: `f${String(index).padStart(3, '0')}` })),
  )

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const amounts = (list: { id: string; amount: number }[]) =>
  Object.fromEntries(list.map(({ id, amount }) => [id, amount]))
const of = (...contributed: number[]): Contribution[] =>
  contributed.map((value, index) => ({ id: `f${index}`, contributed: value, at: index }))

describe('the pool', () => {
  test('is rounded down to the cent', () => {
    expect(poolOf(1, 9999)).toBe(0)
    expect(poolOf(10_001, 3333)).toBe(3333)
    expect(poolOf(1_000_000, 4000)).toBe(400_000)
    expect(poolOf(12_345, 10_000)).toBe(12_345)
  })

  test('is exact beyond the precision of a double', () => {
    // A double rounds up a cent too much.
    expect(poolOf(9_999_999_990_001, 9999)).toBe(9_998_999_990_001)
    expect(Math.floor((9_999_999_990_001 * 9999) / 10_000)).toBe(9_998_999_990_002)
  })

  test('never exceeds the exact share of the winnings, and is less than a cent below it', () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 10_000 }), (winnings, basisPoints) => {
        const missing =
          BigInt(winnings) * BigInt(basisPoints) - BigInt(poolOf(winnings, basisPoints)) * 10_000n
        expect(missing >= 0n && missing < 10_000n).toBe(true)
      }),
    )
  })

  test('is 0 without contributions', () => {
    expect(settle(1_000_000, 4000, [])).toEqual({ raised: 0, pool: 0, shares: [] })
    expect(() => sharesOf(1, [])).toThrow(RangeError)
  })
})

describe('shares', () => {
  test('add up to the pool for any input', () => {
    fc.assert(
      fc.property(pools, contributions, (pool, list) => {
        expect(sum(sharesOf(pool, list).map(({ amount }) => amount))).toBe(pool)
      }),
    )
  })

  test('are the rounded-down share or a cent more, never less', () => {
    fc.assert(
      fc.property(pools, contributions, (pool, list) => {
        const raised = BigInt(sum(list.map(({ contributed }) => contributed)))
        for (const share of sharesOf(pool, list)) {
          const exact = (BigInt(pool) * BigInt(share.contributed)) / raised
          expect(BigInt(share.roundedDown)).toBe(exact)
          expect([0, 1]).toContain(share.amount - share.roundedDown)
          expect(share.extraCent).toBe(share.amount > share.roundedDown)
        }
      }),
    )
  })

  test('do not depend on the order of rows', () => {
    const shuffled = contributions.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(pools, shuffled, (pool, [list, other]) => {
        expect(sharesOf(pool, other)).toEqual(sharesOf(pool, list))
      }),
    )
  })

  test('give remaining cents to the largest remainders, then to the earliest fundings', () => {
    fc.assert(
      fc.property(pools, contributions, (pool, list) => {
        const raised = BigInt(sum(list.map(({ contributed }) => contributed)))
        const shares = sharesOf(pool, list)
        const remainder = (contributed: number) => (BigInt(pool) * BigInt(contributed)) % raised
        for (const got of shares.filter(({ extraCent }) => extraCent))
          for (const not of shares.filter(({ extraCent }) => !extraCent)) {
            const [a, b] = [remainder(got.contributed), remainder(not.contributed)]
            expect(a > b || (a === b && earlierFirst(got, not) < 0)).toBe(true)
          }
      }),
    )
  })

  test('never decrease with a larger contribution', () => {
    fc.assert(
      fc.property(pools, contributions, (pool, list) => {
        const byContribution = sharesOf(pool, list).toSorted((a, b) => a.contributed - b.contributed)
        for (const [index, share] of byContribution.entries()) {
          const next = byContribution[index + 1]
          if (next && next.contributed > share.contributed)
            expect(next.amount).toBeGreaterThanOrEqual(share.amount)
        }
      }),
    )
  })

  test('divide indivisible numbers', () => {
    expect(amounts(sharesOf(100, of(1000, 1000, 1000)))).toEqual({ f0: 34, f1: 33, f2: 33 })
    expect(amounts(sharesOf(200, of(1000, 1000, 1000)))).toEqual({ f0: 67, f1: 67, f2: 66 })
    // Exactly 33.33…, 16.66… and 50: the largest contribution has no remainder.
    expect(amounts(sharesOf(100, of(2000, 1000, 3000)))).toEqual({ f0: 33, f1: 17, f2: 50 })
    expect(amounts(sharesOf(2, of(1000, 1000, 1000)))).toEqual({ f0: 1, f1: 1, f2: 0 })
    expect(amounts(sharesOf(0, of(1000, 1000)))).toEqual({ f0: 0, f1: 0 })
  })

  test('divide $100,000,000 among 5,000 backers', () => {
    const list = Array.from({ length: 5000 }, (_, index) => ({
      id: String(index).padStart(4, '0'),
      contributed: 199_999 + (index % 7),
      at: index,
    }))
    expect(sum(sharesOf(10_000_000_000, list).map(({ amount }) => amount))).toBe(10_000_000_000)
  })
})
