import { describe, expect, test } from 'bun:test'
import type { Statement, StatementShare } from '#contract/money/results.ts'
import {
  changeSentences,
  goalOutcome,
  poolExample,
  statementSummary,
  workedExample,
} from './statement-texts.ts'

const share = (more: Partial<StatementShare>): StatementShare => ({
  number: 1,
  insider: null,
  relativeToStart: '3 d before the start',
  contributed: '10.00',
  roundedDown: '27.36',
  extraCent: false,
  changes: [],
  amount: '27.36',
  yours: false,
  ...more,
})

const statement = (shares: StatementShare[], more: Partial<Statement> = {}): Statement => ({
  entryId: 'e',
  boat: { id: 'b', name: 'Second Mortgage', captainName: 'Ana' },
  tournament: { id: 't', name: 'Open' },
  winnings: '20000.00',
  payoutPercentage: 40,
  ifGoalMissed: 'share',
  fundingGoal: '10000.00',
  raised: '2923.98',
  pool: '8000.00',
  fundings: shares.length,
  closesAt: '2026-11-21T06:00:00.000Z',
  settledAt: '2026-11-21T12:00:00.000Z',
  payoutDays: null,
  awards: [],
  rounds: [],
  payoutsDueAt: null,
  mode: 'test',
  formula: { pool: '', share: '', rest: '' },
  centsLeftOver: 0,
  shares,
  ...more,
})

const summaryText = (...of: Parameters<typeof statement>) => statementSummary(statement(...of)).join(' ')

describe('the summary of a statement', () => {
  test('adds up what a backer put in and gets', () => {
    const own = [
      share({ yours: true }),
      share({ number: 2 }),
      share({ number: 3, yours: true, contributed: '15.00', amount: '41.04' }),
    ]
    expect(summaryText(own)).toBe('You put in $25. Second Mortgage won $20,000. Your share: $68.40.')
  })

  test('tells others what all backers share', () => {
    expect(summaryText([share({})])).toBe('Second Mortgage won $20,000. Its backers share $8,000.')
  })

  test('of a boat that won nothing', () => {
    const nothing = { winnings: '0.00', pool: '0.00' }
    expect(summaryText([share({})], nothing)).toBe('Second Mortgage won nothing.')
    expect(summaryText([share({ yours: true, amount: '0.00' })], nothing)).toBe(
      'You put in $10. Second Mortgage won nothing. Your share: $0.',
    )
  })

  test('of a boat without backers', () => {
    expect(summaryText([], { raised: '0.00', pool: '0.00' })).toBe(
      'Second Mortgage won $20,000. It had no backers.',
    )
  })
})

describe('why a share changed', () => {
  const round = (
    number: number,
    pool: string,
    reason: string | null = null,
  ): Statement['rounds'][number] => ({
    number,
    at: '2026-11-21T12:00:00.000Z',
    reason,
    winnings: '0.00',
    sharedWinnings: '0.00',
    pool,
    adjustments: [],
  })
  const rounds = [
    round(1, '20000.00'),
    round(2, '0.00', 'Reel Deal is disqualified'),
    round(3, '0.00', 'Knot Today moves up.'),
    round(4, '10000.01', 'The protest is upheld!'),
  ]
  const changes = [
    { round: 2, amount: '-6666.00' },
    { round: 4, amount: '3333.34' },
  ]

  test('tells a backer each round that changed it, with both amounts, the latest first', () => {
    const own = share({ roundedDown: '6665.99', extraCent: true, changes, amount: '3333.34', yours: true })
    expect(changeSentences(statement([share({}), own], { rounds }))).toEqual([
      'Round 4: The protest is upheld! Your share: $0.00 before, $3,333.34 now.',
      'Round 2: Reel Deal is disqualified. Your share: $6,666.00 before, $0.00 now.',
    ])
  })

  test('adds up several shares of one backer, and tells others about the pool', () => {
    const other = share({ roundedDown: '100.00', changes: [{ round: 2, amount: '-100.00' }] })
    const own = { ...other, yours: true }
    const until2 = rounds.slice(0, 2)
    expect(changeSentences(statement([own, own, other], { rounds: until2 }))).toEqual([
      'Round 2: Reel Deal is disqualified. Your share: $200.00 before, $0.00 now.',
    ])
    expect(changeSentences(statement([other], { rounds: until2 }))).toEqual([
      'Round 2: Reel Deal is disqualified. For backers: $20,000.00 before, $0.00 now.',
    ])
  })

  test('says nothing after one round, or when nothing changed', () => {
    expect(changeSentences(statement([share({ yours: true })], { rounds: rounds.slice(0, 1) }))).toEqual([])
    expect(changeSentences(statement([share({ yours: true })], { rounds }))).toEqual([])
  })
})

describe('how the goal rule came out', () => {
  test('a prorated share names what was raised', () => {
    expect(goalOutcome(statement([share({})], { ifGoalMissed: 'prorate' }))).toBe(
      '$2,923.98 of $10,000 was raised.',
    )
  })

  test('a goal that decides on refunds was reached or missed', () => {
    expect(goalOutcome(statement([share({})], { ifGoalMissed: 'refund' }))).toContain('It was raised')
    expect(goalOutcome(statement([], { ifGoalMissed: 'refund' }))).toContain('It wasn’t raised')
  })

  test('a share of the whole says nothing more', () => {
    expect(goalOutcome(statement([share({})]))).toBeNull()
  })
})

describe('the calculation', () => {
  const third = (more: Partial<StatementShare>) => share({ roundedDown: '33.33', amount: '33.33', ...more })
  const small = (shares: StatementShare[], more: Partial<Statement> = {}) =>
    statement(shares, {
      winnings: '250.00',
      fundingGoal: '100.00',
      raised: '30.00',
      pool: '100.00',
      centsLeftOver: 1,
      ...more,
    })

  test('the example is the first share, with the cent that was left over', () => {
    expect(workedExample(small([third({ extraCent: true, amount: '33.34' })]))).toBe(
      'No. 1: $100.00 × $10.00 ÷ $30.00 ≈ $33.3333, rounded down $33.33, and 1¢ of those left over: $33.34',
    )
  })

  test('the reader’s own share comes first, and says when nothing was rounded', () => {
    const own = third({
      number: 2,
      contributed: '1500.00',
      roundedDown: '5000.00',
      amount: '5000.00',
      yours: true,
    })
    expect(workedExample(small([third({}), own], { pool: '10000.00', raised: '3000.00' }))).toBe(
      'Yours: $10,000.00 × $1,500.00 ÷ $3,000.00 = $5,000.00',
    )
  })

  test('there is no example without contributions', () => {
    expect(workedExample(small([], { raised: '0.00', pool: '0.00' }))).toBeNull()
  })

  test('the pool says when nothing was rounded', () => {
    expect(poolExample(small([third({})]))).toBe('$250.00 × 40 ÷ 100 = $100.00')
  })

  test('a pool that is prorated names raised and goal, and is rounded once', () => {
    const terms = { winnings: '1000.01', ifGoalMissed: 'prorate', raised: '33.00', pool: '132.00' } as const
    expect(poolExample(small([third({})], terms))).toBe(
      '$1,000.01 × 40 ÷ 100 × $33.00 ÷ $100.00 ≈ $132.0013, rounded down $132.00',
    )
  })

  test('a percentage with two decimals is exact', () => {
    const terms = { winnings: '100.01', payoutPercentage: 33.33, pool: '33.33' }
    expect(poolExample(small([third({})], terms))).toBe(
      '$100.01 × 33.33 ÷ 100 ≈ $33.3333, rounded down $33.33',
    )
  })

  test('the pool is nothing without contributions', () => {
    expect(poolExample(small([], { raised: '0.00', pool: '0.00' }))).toBe(
      'There were no contributions, so the pool is $0.00',
    )
  })
})
