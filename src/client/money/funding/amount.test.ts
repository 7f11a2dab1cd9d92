import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { refuseAmount } from '#contract/money/funding-amount.ts'
import {
  amountMessages,
  amountProblem,
  excessProblem,
  firstAmount,
  openAmounts,
  presetsOf,
  remainingOf,
} from './amount.ts'

const most = 'Minimum funding amount is $10'
const invalid = 'Enter an amount in dollars with at most two decimals'

describe('what is wrong with a typed amount', () => {
  for (const [text, remaining, expected] of [
    ['', 87_000, 'Amount is required'],
    ['  ', 87_000, 'Amount is required'],
    ['ten', 87_000, invalid],
    ['1e3', 187_000, invalid],
    ['10.001', 87_000, invalid],
    ['10,5', 87_000, invalid],
    ['9.99', 87_000, most],
    ['0', 87_000, most],
    ['-5', 87_000, most],
    ['10', 87_000, null],
    [' 64.10 ', 87_000, null],
    ['870', 87_000, null],
    ['870.01', 87_000, 'Only $870 remains until the goal.'],
    ['869.50', 87_000, 'That would leave $0.50, which is too little to fund. Please fund $869 or $870.'],
    ['5', 640, 'Only $6.40 remains: please fund exactly $6.40.'],
    ['6.40', 640, null],
  ] as const)
    test(`${JSON.stringify(text)} of ${remaining}: ${expected}`, () =>
      expect(amountProblem(text, remaining)).toBe(expected))

  test('is said while typing only where there is not so much left', () => {
    expect(excessProblem('1000', 87_000)).toBe('Only $870 remains until the goal.')
    for (const text of ['', '1', '9.99', 'ten', '100']) expect(excessProblem(text, 87_000)).toBeUndefined()
  })

  test('the words for the browser’s own checks are the same', () => {
    const { amount } = amountMessages(87_000)
    expect(amount.rangeUnderflow).toBe(amountProblem('9.99', 87_000) ?? '')
    expect(amount.rangeOverflow).toBe(amountProblem('870.01', 87_000) ?? '')
    expect(amountMessages(640).amount.rangeUnderflow).toBe(amountProblem('5', 640) ?? '')
  })
})

describe('the open amounts in words', () => {
  for (const [remaining, expected] of [
    [87_000, '$10 minimum. $870 left.'],
    [1100, '$10 minimum. $11 left.'],
    [1050, 'Only $10.50 left.'],
    [640, 'Only $6.40 left.'],
  ] as const)
    test(`${remaining}: ${expected}`, () => expect(openAmounts(remaining)).toBe(expected))
})

describe('the quick amounts', () => {
  for (const [remaining, expected] of [
    [1_700_000, [2500, 5000, 10_000, 25_000, 50_000, 100_000]],
    [100_000, [2500, 5000, 10_000, 25_000, 50_000, 100_000]],
    [87_000, [2500, 5000, 10_000, 25_000, 50_000, 87_000]],
    [10_050, [2500, 5000, 10_050]],
    [640, [640]],
    [0, []],
  ] as const)
    test(`of ${remaining}: ${expected}`, () => expect(presetsOf(remaining)).toEqual([...expected]))

  test('can all be paid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), remaining =>
        presetsOf(remaining).every(cents => refuseAmount(cents, remaining) === null),
      ),
    )
  })
})

describe('the first amount', () => {
  test('is that of the address where it can be paid, else $25', () => {
    expect(firstAmount('?amount=50', 10_000)).toBe('50')
    for (const search of ['', '?amount=', '?amount=9', '?amount=1000', '?amount=ten', '?amount=-25'])
      expect(firstAmount(search, 10_000)).toBe('25')
  })

  test('is all that remains where $25 can’t be paid', () => {
    for (const [remaining, expected] of [
      [2550, '25.50'],
      [2500, '25'],
      [640, '6.40'],
      [0, ''],
    ] as const)
      expect(firstAmount('', remaining)).toBe(expected)
  })

  test('can always be paid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        remaining => amountProblem(firstAmount('', remaining), remaining) === null,
      ),
    )
  })
})

test('what remains is never less than nothing', () => {
  expect(remainingOf({ fundingGoal: '100.00', currentFunding: '99.99' })).toBe(1)
  expect(remainingOf({ fundingGoal: '100.00', currentFunding: '250.00' })).toBe(0)
})
