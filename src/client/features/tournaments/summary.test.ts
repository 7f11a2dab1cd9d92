import { describe, expect, test } from 'bun:test'
import { fundingOf, leaderOf } from './summary.ts'

const entry = (currentFunding: string, fundingGoal: string) => ({ currentFunding, fundingGoal })

describe('fundingOf', () => {
  test('nothing without boats', () => {
    expect(fundingOf([])).toBeNull()
  })
  test('adds up in cents', () => {
    expect(fundingOf([entry('0.10', '0.30'), entry('0.20', '0.70')])).toEqual({
      raised: '0.30',
      goal: '1.00',
      percent: 30,
      complete: false,
    })
  })
  test('rounds to whole percent, yet never up to 100', () => {
    expect(fundingOf([entry('7250.00', '10000.00')])?.percent).toBe(73)
    expect(fundingOf([entry('9999.99', '10000.00')])).toMatchObject({ percent: 99, complete: false })
    expect(fundingOf([entry('10000.00', '10000.00')])).toMatchObject({ percent: 100, complete: true })
  })
})

test('leaderOf: the lowest position that is one', () => {
  const at = (currentPosition: number | null) => ({ currentPosition })
  expect(leaderOf([at(null), at(3), at(1), at(2)])).toEqual(at(1))
  expect(leaderOf([at(null)])).toBeNull()
  expect(leaderOf([])).toBeNull()
})
