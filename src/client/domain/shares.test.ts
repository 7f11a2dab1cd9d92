import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { GoalRule } from '#contract/goal-rules.ts'
import { percentText, poolOf, shareOf } from './shares.ts'

describe('a part in percent', () => {
  for (const [part, whole, expected] of [
    [10_000, 80_000, '12.5%'],
    [10_000, 250_000, '4%'],
    [1, 3, '33.33%'],
    [2500, 1_000_000, '0.25%'],
    [1000, 1_000_000_000, 'less than 0.01%'],
    [999_999, 1_000_000, '99.99%'],
    [5000, 5000, '100%'],
    [0, 5000, '0%'],
  ] as const)
    test(`${part} of ${whole}: ${expected}`, () => expect(percentText(part, whole)).toBe(expected))
})

test('the pool is rounded down, and exact where a float is not', () => {
  const pool = (winnings: number, payoutPercentage: number, ifGoalMissed: GoalRule = 'share', raised = 1) =>
    poolOf(winnings, { ifGoalMissed, payoutPercentage, goal: 1_000_000 }, raised)
  expect(pool(12_500_000, 40)).toBe(5_000_000)
  expect(pool(101, 33.33)).toBe(33)
  expect(pool(10_000_000_000, 0.07)).toBe(7_000_000)
  expect(pool(5_000_000, 40, 'refund', 1_000_000)).toBe(2_000_000)
  expect(pool(5_000_000, 40, 'prorate', 1000)).toBe(2000)
  expect(pool(5_000_000, 40, 'prorate', 1_000_000)).toBe(2_000_000)
  expect(pool(333, 33.33, 'prorate', 999_999)).toBe(110)
})

test('the shares of all backers never exceed the pool', () => {
  const stakes = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), stakes, (pool, all) => {
      const total = all.reduce((sum, stake) => sum + stake, 0)
      const shared = all.reduce((sum, stake) => sum + shareOf(pool, stake, total), 0)
      expect(shared).toBeLessThanOrEqual(pool)
      expect(shared).toBeGreaterThan(pool - all.length - 1)
    }),
  )
})
