import { describe, expect, test } from 'bun:test'
import { makeEntry } from '../../../../tests/support/tournament-answers.ts'
import { weightDoubt } from './weight-check.ts'

const out = { at: '2026-06-06T19:00:00.000Z', reason: null }
const entries = ['Knot Today', 'Reel Deal', 'Calm Water'].map(name => makeEntry(name))
const catchOf = (entryId: string, weight: number, species = 'Wahoo') => ({ entryId, weight, species })
const catches = [
  catchOf('Calm Water', 20),
  catchOf('Reel Deal', 40),
  catchOf('Knot Today', 5, 'Largemouth Bass'),
]

describe('weightDoubt', () => {
  test.each([
    ['up to one and a half times the heaviest', 60, 'Wahoo', catches],
    ['without a catch so far', 9000, 'Sunfish', []],
    ['a record itself', 1402.13, 'blue-marlin', [catchOf('Reel Deal', 1000, 'Blue Marlin')]],
    ['a species of which nothing is weighed so far', 25, 'Dolphin', catches],
    [
      'more than a disqualified fish',
      20,
      'Bass',
      [{ ...catchOf('Reel Deal', 5, 'Bass'), disqualified: out }],
    ],
  ])('accepts %s', (_, weight, species, others) => {
    expect(weightDoubt({ weight, species }, entries, others)).toBeNull()
  })

  test('doubts more than one and a half times the heaviest of the species', () => {
    expect(weightDoubt({ weight: 60.01, species: 'wahoo' }, entries, catches)).toBe(
      '60.01 lbs is far more than the heaviest wahoo so far: Reel Deal, 40 lbs.',
    )
  })

  test('of ounces in pounds and ounces', () => {
    const bass = [{ ...catchOf('Reel Deal', 4.13, 'Bass'), ounces: 66 }]
    expect(weightDoubt({ weight: null, ounces: 160, species: 'Bass' }, entries, bass)).toBe(
      '10 lb 0 oz is far more than the heaviest Bass so far: Reel Deal, 4 lb 2 oz.',
    )
    expect(weightDoubt({ weight: null, ounces: 90, species: 'Bass' }, entries, bass)).toBeNull()
  })

  test('has none about a released fish', () =>
    expect(weightDoubt({ weight: null, released: true, species: 'Wahoo' }, entries, catches)).toBeNull())

  test.each(['Mahi Mahi', 'mahi-mahi', ' DORADO '])('doubts more than the record of %s', species => {
    expect(weightDoubt({ weight: 90, species }, [], [])).toBe(
      `90 lbs is more than the heaviest ${species} on record, 87 lbs.`,
    )
  })
})
