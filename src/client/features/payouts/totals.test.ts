import { expect, test } from 'bun:test'
import { sumOf } from '#client/domain/money.ts'
import type { Payout, PayoutStatus } from '#contract/payouts.ts'
import { filtered, othersOwed, totalsOf } from './totals.ts'

const payout = (amount: string, status: PayoutStatus, more: Partial<Payout> = {}): Payout => ({
  id: amount,
  amount,
  status,
  reference: null,
  paidAt: null,
  contributed: '10.00',
  fundingId: 'f',
  mode: 'test',
  entryId: 'e',
  boat: { id: 'b', name: 'Reel Deal', captainName: 'Ana' },
  backer: { id: 'bo', name: 'Bo Lind', email: 'bo@example.org' },
  ...more,
})

test('sums are exact where floats are not', () => {
  expect(sumOf(['0.10', '0.20'])).toBe('0.30')
  expect(sumOf([])).toBe('0.00')
})

test('totals: what is paid of what is to be paid, never 100 % before the last cent', () => {
  const list = [payout('999.99', 'paid'), payout('0.01', 'owed'), payout('0.00', 'none')]
  expect(totalsOf(list)).toMatchObject({
    all: '1000.00',
    owed: '0.01',
    percent: 99,
    counts: { owed: 1, paid: 1, frozen: 0, all: 2 },
  })
  expect(totalsOf([payout('5.00', 'paid')]).percent).toBe(100)
  expect(totalsOf([]).percent).toBe(100)
})

test('the list shows what was asked for: by status, and by name, address, boat or reference', () => {
  const list = [
    payout('1.00', 'owed'),
    payout('2.00', 'paid', { reference: 'Zelle 42' }),
    payout('3.00', 'frozen', { backer: { id: 'cy', name: 'Cy', email: null } }),
    payout('0.00', 'none'),
  ]
  const amounts = (...[filter, typed]: [Parameters<typeof filtered>[1], string]) =>
    filtered(list, filter, typed).map(({ amount }) => amount)
  expect(amounts('all', '')).toEqual(['1.00', '2.00', '3.00'])
  expect(amounts('owed', '')).toEqual(['1.00'])
  expect(amounts('all', ' ZELLE ')).toEqual(['2.00'])
  expect(amounts('all', 'bo@')).toEqual(['1.00', '2.00'])
  expect(amounts('paid', 'cy')).toEqual([])
})

test('other open shares of the same person, and of nobody with the same name', () => {
  const [first, second] = [payout('1.00', 'owed'), payout('2.00', 'owed')]
  const namesake = payout('3.00', 'owed', { backer: { id: 'bo-2', name: 'Bo Lind', email: null } })
  const list = [first, second, namesake, payout('4.00', 'paid'), payout('5.00', 'frozen')]
  expect(othersOwed(list, first).map(({ amount }) => amount)).toEqual(['2.00'])
})
