import { expect, test } from 'bun:test'
import type { Statement, StatementShare } from '#contract/money/results.ts'
import { poolExample, workedExample } from './worked-example.ts'

const share = (more: Partial<StatementShare>): StatementShare => ({
  number: 1,
  insider: null,
  relativeToStart: '3 d before the start',
  contributed: '10.00',
  roundedDown: '33.33',
  extraCent: false,
  changes: [],
  amount: '33.33',
  yours: false,
  ...more,
})

const statement = (shares: StatementShare[], more: Partial<Statement> = {}): Statement => ({
  entryId: 'e',
  boat: { id: 'b', name: 'Reel Deal', captainName: 'Ana' },
  tournament: { id: 't', name: 'Open' },
  winnings: '250.00',
  payoutPercentage: 40,
  ifGoalMissed: 'share',
  fundingGoal: '100.00',
  raised: '30.00',
  pool: '100.00',
  fundings: shares.length,
  closesAt: '2026-11-21T06:00:00.000Z',
  settledAt: '2026-11-21T12:00:00.000Z',
  payoutDays: null,
  awards: [],
  rounds: [],
  payoutsDueAt: null,
  mode: 'test',
  formula: { pool: '', share: '', rest: '' },
  centsLeftOver: 1,
  shares,
  ...more,
})

test('the example is the first share, with the cent that was left over', () => {
  expect(workedExample(statement([share({ extraCent: true, amount: '33.34' })]))).toBe(
    'No. 1: $100.00 × $10.00 ÷ $30.00 ≈ $33.3333, rounded down $33.33, and 1¢ of those left over: $33.34',
  )
})

test('the reader’s own share comes first, and says when nothing was rounded', () => {
  const own = share({
    number: 2,
    contributed: '1500.00',
    roundedDown: '5000.00',
    amount: '5000.00',
    yours: true,
  })
  expect(workedExample(statement([share({}), own], { pool: '10000.00', raised: '3000.00' }))).toBe(
    'Yours: $10,000.00 × $1,500.00 ÷ $3,000.00 = $5,000.00',
  )
})

test('there is no example without contributions', () => {
  expect(workedExample(statement([], { raised: '0.00', pool: '0.00' }))).toBeNull()
})

test('the pool says when nothing was rounded', () => {
  expect(poolExample(statement([share({})]))).toBe('$250.00 × 40 ÷ 100 = $100.00')
})

test('a pool that is prorated names raised and goal, and is rounded once', () => {
  const terms = { winnings: '1000.01', ifGoalMissed: 'prorate', raised: '33.00', pool: '132.00' } as const
  expect(poolExample(statement([share({})], terms))).toBe(
    '$1,000.01 × 40 ÷ 100 × $33.00 ÷ $100.00 ≈ $132.0013, rounded down $132.00',
  )
})

test('a percentage with two decimals is exact', () => {
  const terms = { winnings: '100.01', payoutPercentage: 33.33, pool: '33.33' }
  expect(poolExample(statement([share({})], terms))).toBe(
    '$100.01 × 33.33 ÷ 100 ≈ $33.3333, rounded down $33.33',
  )
})

test('the pool is nothing without contributions', () => {
  expect(poolExample(statement([], { raised: '0.00', pool: '0.00' }))).toBe(
    'There were no contributions, so the pool is $0.00',
  )
})
