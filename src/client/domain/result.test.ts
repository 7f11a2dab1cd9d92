import { expect, test } from 'bun:test'
import { scoreAndFish } from '#contract/tournaments/score-texts.ts'
import type { EntryScore } from '#contract/tournaments/scores.ts'
import { isTied, noCatchText, resultOf, resultText } from './result.ts'

const wahoo = JSON.stringify({ weight: 41.5, species: 'Wahoo' })
const score = (value: string, unit: EntryScore['unit'], fish: number): EntryScore => ({ value, unit, fish })

test('without rules: the best catch, and nothing without one', () => {
  expect(resultOf({ bestCatch: wahoo })).toEqual({ figure: '41.5 lbs', detail: 'Wahoo' })
  expect(resultText({ bestCatch: wahoo })).toBe('41.5 lbs Wahoo')
  expect(resultOf({ bestCatch: null })).toBeNull()
  expect(resultText({ bestCatch: null })).toBeNull()
})

test('with rules: the score and its fish, or the species of a single weighed one', () => {
  expect(resultText({ bestCatch: null, score: score('980.00', 'points', 11) })).toBe('980 points, 11 fish')
  expect(resultText({ bestCatch: wahoo, score: score('1033.33', 'points', 1) })).toBe(
    '1,033.33 points, 1 fish',
  )
  expect(resultText({ bestCatch: wahoo, score: score('41.50', 'lbs', 1) })).toBe('41.5 lbs, Wahoo')
  expect(resultText({ bestCatch: wahoo, score: score('264', 'oz', 5) })).toBe('16 lb 8 oz, 5 fish')
  expect(resultText({ bestCatch: null, score: score('-4', 'oz', 1) })).toBe('−4 oz, 1 fish')
  expect(resultText({ bestCatch: null, score: score('1.00', 'inches', 1) })).toBe('1 inch, 1 fish')
  expect(resultText({ bestCatch: null, score: score('5', 'fish', 5) })).toBe('5 fish')
})

test('where each day has its board, the day', () => {
  const ofDay = { ...score('41.50', 'lbs', 1), day: 'Day 2' }
  expect(resultText({ bestCatch: wahoo, score: ofDay })).toBe('41.5 lbs, Wahoo, Day 2')
  expect(resultOf({ bestCatch: null, score: { ...ofDay, value: '5', unit: 'fish' } })?.detail).toBe('Day 2')
  expect(scoreAndFish({ ...ofDay, fish: 3 })).toBe('41.5 lbs, 3 fish, Day 2')
})

test('a boat can still have a catch until the end', () => {
  expect([noCatchText('active'), noCatchText('completed')]).toEqual(['No catch yet', 'No catch'])
})

test('a tie is one of the rules', () => {
  expect(isTied({})).toBe(false)
  expect(isTied({ score: score('5', 'fish', 5) })).toBe(false)
  expect(isTied({ score: { ...score('5', 'fish', 5), tied: true } })).toBe(true)
})
