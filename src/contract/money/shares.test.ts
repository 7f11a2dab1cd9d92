import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Contribution, earlierFirst, poolOf, settle, shareOf, sharesOf } from './shares.ts'

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

const wholeOf = (basisPoints: number) => ({ basisPoints, rule: 'share', goal: 1_000_000 }) as const
const prorateOf = (basisPoints: number, goal: number) => ({ basisPoints, rule: 'prorate', goal }) as const

describe('the pool', () => {
  test('is rounded down to the cent', () => {
    expect(poolOf(1, wholeOf(9999), 1)).toBe(0)
    expect(poolOf(10_001, wholeOf(3333), 1)).toBe(3333)
    expect(poolOf(1_000_000, wholeOf(4000), 1)).toBe(400_000)
    expect(poolOf(12_345, wholeOf(10_000), 1)).toBe(12_345)
  })

  test('is the same for each rule once the goal is reached', () => {
    for (const rule of ['share', 'prorate', 'refund'] as const)
      expect(poolOf(1_000_001, { basisPoints: 3333, rule, goal: 5000 }, 5000)).toBe(333_300)
  })

  test('is the raised part of it with the rule prorate, rounded once', () => {
    expect(poolOf(5_000_000, prorateOf(4000, 1_000_000), 1000)).toBe(2000)
    expect(poolOf(10_001, prorateOf(3333, 3000), 1000)).toBe(1111)
    // 1.5 cents × 2 ÷ 3; rounded to 1 cent first, it would be 0.
    expect(poolOf(3, prorateOf(5000, 3), 2)).toBe(1)
  })

  test('is exact beyond the precision of a double', () => {
    // A double rounds up a cent too much.
    expect(poolOf(9_999_999_990_001, wholeOf(9999), 1)).toBe(9_998_999_990_001)
    expect(Math.floor((9_999_999_990_001 * 9999) / 10_000)).toBe(9_998_999_990_002)
    expect(poolOf(9_999_999_999_999, prorateOf(9999, 1_000_000_000), 999_999_999)).toBe(9_998_999_990_000)
  })

  test('never exceeds the exact share of the winnings, and is less than a cent below it', () => {
    const goals = fc.integer({ min: 1, max: 1_000_000_000 })
    fc.assert(
      fc.property(
        pools,
        fc.integer({ min: 1, max: 10_000 }),
        goals,
        fc.nat(),
        (winnings, basisPoints, goal, n) => {
          const raised = 1 + (n % goal)
          const exact = BigInt(winnings) * BigInt(basisPoints)
          const missing = exact - BigInt(poolOf(winnings, wholeOf(basisPoints), raised)) * 10_000n
          expect(missing >= 0n && missing < 10_000n).toBe(true)
          const whole = 10_000n * BigInt(goal)
          const part = BigInt(poolOf(winnings, prorateOf(basisPoints, goal), raised))
          const rest = exact * BigInt(raised) - part * whole
          expect(rest >= 0n && rest < whole).toBe(true)
        },
      ),
    )
  })

  test('is 0 without contributions', () => {
    expect(settle(1_000_000, wholeOf(4000), [])).toEqual({ raised: 0, pool: 0, shares: [] })
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
    const orderPairs = contributions.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(pools, orderPairs, (pool, [list, other]) => {
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
        for (const withCent of shares.filter(({ extraCent }) => extraCent))
          for (const withoutCent of shares.filter(({ extraCent }) => !extraCent)) {
            const [a, b] = [remainder(withCent.contributed), remainder(withoutCent.contributed)]
            expect(a > b || (a === b && earlierFirst(withCent, withoutCent) < 0)).toBe(true)
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

test('the shares of all backers never exceed the pool', () => {
  const stakes = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), stakes, (pool, all) => {
      const total = all.reduce((sum, stake) => sum + stake, 0)
      const shareSum = all.reduce((sum, stake) => sum + shareOf(pool, stake, total), 0)
      expect(shareSum).toBeLessThanOrEqual(pool)
      expect(shareSum).toBeGreaterThan(pool - all.length - 1)
    }),
  )
})
