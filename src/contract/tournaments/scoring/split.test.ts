import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { equalPartsOf, type Fraction, fixedPrizesOf, portionsOf, prizesOf } from './split.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const percentsOf = (...percents: number[]) => percents.map((percent): Fraction => [BigInt(percent), 100n])

describe('portions', () => {
  test('give odd cents to the largest remainders, ties to the earlier', () => {
    expect(portionsOf(100_001, percentsOf(50, 30, 20))).toEqual([50_001, 30_000, 20_000])
    expect(portionsOf(5, percentsOf(50, 50))).toEqual([3, 2])
    expect(
      portionsOf(10, [
        [1n, 3n],
        [1n, 3n],
        [1n, 3n],
      ]),
    ).toEqual([4, 3, 3])
    expect(portionsOf(101, percentsOf(10, 45, 45))).toEqual([10, 46, 45])
  })

  test('leave what the fractions leave, rounded down once', () => {
    expect(portionsOf(99, percentsOf(50, 25))).toEqual([49, 25])
    expect(portionsOf(100, [])).toEqual([])
  })

  test('are exact beyond the precision of a double', () => {
    expect(sum(portionsOf(9_000_000_000_000_001, percentsOf(33, 33, 34)))).toBe(9_000_000_000_000_001)
  })

  test('sum to the whole, and each is less than a cent off', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), weights, (amount, list) => {
        const whole = BigInt(sum(list))
        const parts = portionsOf(
          amount,
          list.map((weight): Fraction => [BigInt(weight), whole]),
        )
        expect(sum(parts)).toBe(amount)
        for (const [index, part] of parts.entries())
          expect(Math.abs(part - (amount * (list[index] ?? 0)) / Number(whole))).toBeLessThan(1)
        expect(sum(equalPartsOf(amount, list.length))).toBe(amount)
      }),
    )
  })
})

describe('prizes', () => {
  const rows = [[10_000], [5000, 3000, 2000]]

  test('are those of the row with as many prizes as contestants', () => {
    expect(prizesOf(1000, rows, 1)).toEqual([1000])
    expect(prizesOf(1000, rows, 3)).toEqual([500, 300, 200])
    expect(prizesOf(1000, rows, 9)).toEqual([500, 300, 200])
    expect(prizesOf(1000, rows, 0)).toEqual([])
  })

  test('are the first of the next longer row, scaled to 100', () => {
    expect(prizesOf(1000, rows, 2)).toEqual([625, 375])
    expect(prizesOf(1001, [[5000, 3000, 1000]], 2)).toEqual([626, 375])
    // A row of fitting length is taken as it is.
    expect(prizesOf(1000, [[5000, 3000, 1000]], 3)).toEqual([500, 300, 100])
  })

  test('of fixed amounts shrink with fewer boats, rounded down', () => {
    expect(fixedPrizesOf([1000, 333], 3, 2)).toEqual([666, 222])
    expect(fixedPrizesOf([1000, 333], 3, 3)).toEqual([1000, 333])
    expect(fixedPrizesOf([1000], null, 0)).toEqual([1000])
    expect(fixedPrizesOf([1000], 3, 0)).toEqual([0])
  })
})
