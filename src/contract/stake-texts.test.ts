import { expect, test } from 'bun:test'
import { goalRuleSentence, payoutDateSentence, percentPerHundred, stakeSentences } from './stake-texts.ts'

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
  const [who, , , won] = stakeSentences({ ...terms, ifGoalMissed: 'share' })
  expect(who).toBe('Olga Ruiz runs White Marlin Open and receives the money.')
  expect(won).toBe(
    'If Reel Deal wins, Olga Ruiz confirms the results after Sunday, then pays your share the way you choose under My Funding. The organiser has stated no date for paying winnings.',
  )
  const winningsPaid = { days: 14, by: 'Dec 12, 2026' }
  expect(stakeSentences({ ...terms, ifGoalMissed: 'share', winningsPaid })[3]).toEndWith(
    ' Winnings are paid by Dec 12, 2026, 14 days after the end.',
  )
  expect(payoutDateSentence({ ...winningsPaid, days: 1 })).toEndWith(', 1 day after the end.')
  expect(stakeSentences({ ...terms, ifGoalMissed: 'share', organiser: null })[0]).toStartWith(
    'The organiser runs',
  )
})
