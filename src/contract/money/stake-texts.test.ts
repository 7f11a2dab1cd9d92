import { expect, test } from 'bun:test'
import {
  goalRuleSentence,
  missedGoalSentence,
  type PayoutPromise,
  payoutDateSentence,
  percentPerHundred,
  stakeSentences,
  stakeTerms,
} from './stake-texts.ts'

const terms = {
  boat: 'Reel Deal',
  tournament: 'White Marlin Open',
  organiser: 'Olga Ruiz',
  payoutPercentage: 40,
  goal: 1_000_000,
  closes: 'Friday 6 AM',
  ends: 'Sunday',
  winningsPaid: null,
}

test('each goal rule has its sentence', () => {
  expect(goalRuleSentence({ ...terms, ifGoalMissed: 'share' })).toBe(
    'Backers share 40 % of the winnings, whatever is raised.',
  )
  expect(goalRuleSentence({ ...terms, ifGoalMissed: 'prorate' })).toBe(
    'Each $100 buys 0.40 % of the winnings.',
  )
  expect(goalRuleSentence({ ...terms, ifGoalMissed: 'refund' })).toBe(
    "If $10,000 isn't raised by Friday 6 AM, everyone gets their money back.",
  )
})

test('the part that $100 buys has two decimals, or four when it is small', () => {
  expect(percentPerHundred(40, 1_000_000)).toBe('0.40 %')
  expect(percentPerHundred(100, 10_000)).toBe('100.00 %')
  expect(percentPerHundred(33.33, 1_000_000)).toBe('0.33 %')
  expect(percentPerHundred(12.5, 10_000_000)).toBe('0.0125 %')
  expect(percentPerHundred(10, 100_000_000)).toBe('0.0010 %')
})

test('the sentences name organiser, tournament and boat', () => {
  const [who, cancellation, loss] = stakeSentences({ ...terms, ifGoalMissed: 'share' })
  expect(who).toBe(
    'Olga Ruiz runs White Marlin Open, receives the money, hands it to Reel Deal, and pays the winnings.',
  )
  expect(cancellation).toContain('Reel Deal is withdrawn')
  expect(loss).toContain('If Reel Deal wins nothing')
  expect(stakeSentences({ ...terms, ifGoalMissed: 'share', organiser: null })[0]).toStartWith(
    'The organiser runs',
  )
})

test('each sentence has a short name', () => {
  const shorts = (winningsPaid: PayoutPromise | null) =>
    stakeTerms({ ...terms, ifGoalMissed: 'share', winningsPaid }).map(({ short }) => short)
  const always = ['Who receives your money', 'Cancelled: all your money back', 'No winnings: nothing back']
  expect(shorts(null)).toEqual([...always, 'When winnings are paid'])
  expect(shorts({ days: 14, by: 'Dec 12, 2026' })).toEqual([...always, 'Winnings paid by Dec 12, 2026'])
})

test('the last sentence says by when winnings are paid, or that no date is stated', () => {
  const last = (winningsPaid: PayoutPromise | null) =>
    stakeSentences({ ...terms, ifGoalMissed: 'share', winningsPaid }).at(-1)
  expect(last({ days: 14, by: 'Dec 12, 2026' })).toBe(
    'Winnings are paid by Dec 12, 2026, 14 days after the end, the way you choose under My Funding.',
  )
  expect(last({ days: 14, by: null })).toBe(
    'Winnings are paid within 14 days after the results are confirmed, the way you choose under My Funding.',
  )
  expect(last(null)).toBe(
    'The organiser has stated no date for paying winnings. They are paid after Sunday, when the results are confirmed, the way you choose under My Funding.',
  )
  expect(payoutDateSentence({ days: 1, by: 'Dec 12, 2026' })).toBe(
    'Winnings are paid by Dec 12, 2026, 1 day after the end.',
  )
  expect(payoutDateSentence({ days: 7, by: 'Dec 12, 2026' }, 'the results were confirmed')).toBe(
    'Winnings are paid by Dec 12, 2026, 7 days after the results were confirmed.',
  )
})

test('where backers share some pots alone, the sentences say so', () => {
  const partlySharedTerms = { ...terms, ifGoalMissed: 'share', isPartlyShared: true } as const
  expect(goalRuleSentence(partlySharedTerms)).toBe(
    'Backers share 40 % of the winnings that are shared, whatever is raised.',
  )
  expect(goalRuleSentence({ ...partlySharedTerms, ifGoalMissed: 'prorate' })).toBe(
    'Each $100 buys 0.40 % of the winnings that are shared.',
  )
  expect(missedGoalSentence({ ...partlySharedTerms, ifGoalMissed: 'prorate' })).toContain(
    "the backers' part of the winnings that are shared is smaller",
  )
  expect(stakeSentences(partlySharedTerms)[2]).toContain(
    'If Reel Deal wins nothing in the jackpots that it shares, you get nothing back;',
  )
})
