import { expect, test } from 'bun:test'
import { officialSentence, potSentences } from './pot-texts.ts'

const pot = (name: string, shared: boolean, state: 'in' | 'wanted' | 'out') => ({
  key: name,
  name,
  shared,
  state,
})
const backing = { boat: 'Reel Deal', payoutPercentage: 40, ifGoalMissed: 'share' } as const

test('what backers share, and where the boat is in', () => {
  expect(potSentences({ ...backing, pots: [] })).toEqual([])
  const all = [pot('Entry', true, 'in'), pot('Level A', true, 'wanted')]
  expect(potSentences({ ...backing, pots: all })).toEqual([
    'Backers share 40 % of everything Reel Deal wins, jackpots included.',
    'Reel Deal is in: Entry. Asked for, not paid yet: Level A.',
  ])
  const some = [...all, pot('Level B', false, 'out')]
  expect(potSentences({ ...backing, pots: some })[0]).toBe(
    'Backers share 40 % of what Reel Deal wins in Entry and Level A. They have no part in Level B.',
  )
})

test('a share that follows the goal is at most the percentage; pots of settled results stand', () => {
  const pots = [pot('Entry', true, 'in'), pot('Level A', true, 'wanted')]
  expect(potSentences({ ...backing, ifGoalMissed: 'prorate', isSettled: true, pots })).toEqual([
    'Backers share up to 40 % of everything Reel Deal wins, jackpots included.',
    'Reel Deal was in: Entry.',
  ])
  expect(potSentences({ ...backing, isSettled: true, pots: [pot('Level A', false, 'wanted')] })).toEqual([
    'Backers share none of what Reel Deal wins in Level A.',
    'Reel Deal was in no jackpot.',
  ])
})

test('when results are official', () => {
  expect(officialSentence('Sunday 9 PM')).toBe(
    'Results become official on Sunday 9 PM at the earliest. If they change afterwards, shares change too, and what was paid too much is asked back.',
  )
})
