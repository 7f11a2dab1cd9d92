import { expect, test } from 'bun:test'
import { chosenPots } from '#contract/tournaments/scoring/pots.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { potLabel, potsOfEntry, potsSentence } from './pot-words.ts'

const rules = bassRules()

test('names the pots that a boat is in, and those that it asks for', () => {
  const pot = { amount: '0.00', entries: ['a'], wanted: [] as string[] }
  const awards = {
    pots: [
      { ...pot, key: 'entry', name: 'Entry' },
      { ...pot, key: 'level-b', name: 'Level B', entries: ['b'], wanted: ['a', 'b'] },
    ],
    awards: [],
  }
  const sentenceOf = (entry: string) => potsSentence(rules, potsOfEntry(awards, entry))
  expect(sentenceOf('a')).toBe('In: Entry. Asked for, not paid yet: Level B.')
  expect(sentenceOf('b')).toBe('In: Level B.')
  expect(sentenceOf('c')).toBe('')
})

test('boats choose some pots, for a fee', () => {
  expect(chosenPots(rules).map(potLabel)).toEqual(['Level B – $500'])
  expect(chosenPots(null)).toEqual([])
})
