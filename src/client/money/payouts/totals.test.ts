import { expect, test } from 'bun:test'
import { sumOf } from '#contract/money.ts'
import { prizePoolText, progressOf, typedSum } from './totals.ts'

test('sums are exact where floats are not', () => {
  expect(sumOf(['0.10', '0.20'])).toBe('0.30')
  expect(sumOf([])).toBe('0.00')
})

test('progress: what is paid of what is to be paid, never 100 % before the last cent', () => {
  const none = { count: 0, amount: '0.00' }
  const paid = { count: 1, amount: '999.99' }
  expect(progressOf({ owed: { count: 1, amount: '0.01' }, paid, frozen: none })).toEqual({
    all: '1000.00',
    percent: 99,
    counts: { owed: 1, paid: 1, frozen: 0, 'to-return': 0, any: 2 },
  })
  expect(progressOf({ owed: none, paid, frozen: none }).percent).toBe(100)
  expect(progressOf({ owed: none, paid: none, frozen: none }).percent).toBe(100)
})

test('what was typed is summed up and compared with the prize pool', () => {
  expect(typedSum(['100', '', '0.5', '-3', '1e3', '12.345', '2.25'])).toBe('102.75')
  expect(prizePoolText('100.00', null)).toBeNull()
  expect(prizePoolText('100.00', '100.00')).toBe('All of the prize pool of $100')
  expect(prizePoolText('99.00', '100.00')).toBe('$1 less than the prize pool of $100')
  expect(prizePoolText('100.50', '100.00')).toBe('$0.50 more than the prize pool of $100')
})
