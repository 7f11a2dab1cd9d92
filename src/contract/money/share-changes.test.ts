import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sum } from '../numbers.ts'
import { earlierFirst, type StandingShare, shareChanges, sharesOf } from './shares.ts'

const contributionsOf = (...cents: number[]) =>
  cents.map((contributed, index) => ({ id: `f${String(index).padStart(2, '0')}`, contributed, at: index }))
const standing = (pool: number, ...cents: number[]): StandingShare[] =>
  sharesOf(pool, contributionsOf(...cents))

const after = (shares: readonly StandingShare[], change: number): StandingShare[] => {
  const changes = shareChanges(change, shares)
  return shares.map(share => ({ ...share, amount: share.amount + (changes.get(share.id) ?? 0) }))
}
const amounts = (shares: readonly StandingShare[]) => shares.map(({ amount }) => amount)

/** One cent at a time, as the specification says it. */
function amountsByCent(change: number, shares: readonly StandingShare[]): number[] {
  const raised = BigInt(sum(shares.map(({ contributed }) => contributed)))
  const parts = shares.toSorted(earlierFirst).map(share => {
    const product = BigInt(-change) * BigInt(share.contributed)
    return { share, left: share.amount, part: Number(product / raised), remainder: product % raised }
  })
  let rest = -change
  for (const each of parts) {
    const deduction = Math.min(each.part, each.left)
    each.left -= deduction
    rest -= deduction
  }
  const turn = parts.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  for (let at = 0; rest > 0; at++) {
    const each = turn[at % turn.length]
    if (each === undefined || each.left === 0) continue
    each.left -= 1
    rest -= 1
  }
  return shares.map(({ id }) => parts.find(({ share }) => share.id === id)?.left ?? 0)
}

describe('shareChanges', () => {
  test('follow the examples of the specification', () => {
    const thirds = standing(1000, 1, 1, 1)
    expect(amounts(thirds)).toEqual([334, 333, 333])
    expect(amounts(after(thirds, -500))).toEqual([167, 166, 167])
    const b = standing(750_000, 1000, 3000)
    expect(amounts(b)).toEqual([187_500, 562_500])
    expect(amounts(after(b, 500_000))).toEqual([312_500, 937_500])
    const a = standing(2_000_000, 3333, 3333, 3334)
    expect(amounts(a)).toEqual([666_600, 666_600, 666_800])
    expect(amounts(after(a, -2_000_000))).toEqual([0, 0, 0])
  })

  test('refuse a pool below 0', () => {
    expect(() => shareChanges(-1001, standing(1000, 1, 1))).toThrow(RangeError)
  })

  test('over rounds add up to the pool, never fall as it grows, never fall below 0, a cent at a time', () => {
    const stakes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 12 })
    const pools = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(stakes, pools, (cents, [first = 0, ...later]) => {
        let shares = standing(first, ...cents)
        let pool = first
        for (const next of later) {
          const before = amounts(shares)
          const change = next - pool
          const expected = change < 0 ? amountsByCent(change, shares) : null
          shares = after(shares, change)
          if (expected) expect(amounts(shares)).toEqual(expected)
          else
            for (const [at, amount] of amounts(shares).entries())
              expect(amount).toBeGreaterThanOrEqual(before[at] ?? 0)
          expect(sum(amounts(shares))).toBe(next)
          expect(Math.min(...amounts(shares))).toBeGreaterThanOrEqual(0)
          pool = next
        }
      }),
      { numRuns: 5000 },
    )
  })
})
