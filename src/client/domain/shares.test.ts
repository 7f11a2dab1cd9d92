import { describe, expect, test } from 'bun:test'
import { payoutPercentText, payoutText, percentText } from './shares.ts'

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

test('a share in proportion to what was raised is at most the percentage', () => {
  const payoutPercentage = 12.5
  expect(payoutPercentText({ ifGoalMissed: 'share', payoutPercentage })).toBe('12.5%')
  expect(payoutPercentText({ ifGoalMissed: 'prorate', payoutPercentage })).toBe('Up to 12.5%')
  expect(payoutPercentText({ ifGoalMissed: 'prorate', payoutPercentage }, 'up to')).toBe('up to 12.5%')
})

test('of a boat that shares some of its pots, only these winnings', () => {
  const entry = { ifGoalMissed: 'prorate', payoutPercentage: 40 } as const
  expect(payoutText(entry)).toBe('Up to 40% of winnings')
  expect(payoutText({ ...entry, sharedPots: ['entry'] }, 'up to')).toBe('up to 40% of shared winnings')
})
