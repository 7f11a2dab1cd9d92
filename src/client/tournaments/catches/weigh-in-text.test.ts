import { describe, expect, test } from 'bun:test'
import type { Catch, WeighIn } from '#contract/tournaments/catches.ts'
import type { FishPlace } from '#contract/tournaments/scores.ts'
import { makeEntry } from '../../../../tests/support/tournament-answers.ts'
import { recentSpecies, slipLink, weighInText } from './weigh-in-text.ts'

const weighIn = (weight: number, best: number, position: number | null, isDecided = false): WeighIn => ({
  id: 'c',
  entryId: 'e',
  weight,
  species: 'Blue Marlin',
  caughtAt: '',
  createdAt: '',
  positionOverridden: isDecided,
  entry: makeEntry('Reel Deal', {
    currentPosition: position,
    bestCatch: JSON.stringify({ weight: best, species: 'Blue Marlin' }),
  }),
})

describe('weighInText', () => {
  test.each([
    [weighIn(412.5, 412.5, 1), 'Reel Deal: 412.5 lbs, now 1st'],
    [weighIn(10, 412.5, 2), 'Reel Deal: 10 lbs, still 2nd with 412.5 lbs'],
    [weighIn(412.5, 412.5, 3, true), 'Reel Deal: 412.5 lbs, 3rd by your decision'],
  ])('%#', (answer, text) => expect(weighInText(answer)).toBe(text))
})

test('a weigh-in leads to its slip where the log is public', () => {
  expect(slipLink({ ...weighIn(1, 1, 1), slip: '7K2QD-42-9F3A' })).toEqual({
    label: 'Slip 7K2QD-42-9F3A',
    href: '/slip/7K2QD-42-9F3A',
  })
  expect(slipLink(weighIn(1, 1, 1))).toBeUndefined()
})

describe('with rules', () => {
  const place = (name: string, values: Partial<FishPlace> = {}): FishPlace => ({
    category: name,
    name,
    day: null,
    place: null,
    tied: false,
    why: null,
    ...values,
  })
  const bass = { ...weighIn(4.13, 4.13, 1), ounces: 66, places: [place('Five Fish', { place: 2 })] }
  const release = { ...weighIn(1, 1, 1), weight: null, released: true as const }
  test.each([
    [bass, 'Reel Deal: 4 lb 2 oz, 2nd in Five Fish'],
    [
      {
        ...bass,
        places: [
          place('Billfish', { place: 3 }),
          place('Tuna', { why: 'species' }),
          place('Heaviest', { place: 1, tied: true, day: 'Friday' }),
          place('Count', { place: 2 }),
        ],
      },
      'Reel Deal: 4 lb 2 oz, tied 1st in Heaviest (Friday), 2nd in Count',
    ],
    [
      { ...release, places: [place('Releases', { place: 1 })] },
      'Reel Deal released a Blue Marlin, 1st in Releases',
    ],
    [
      { ...bass, places: [place('Tuna', { why: 'species' }), place('Five Fish', { why: 'under' })] },
      'Reel Deal: 4 lb 2 oz, not counted: under the minimum',
    ],
    [{ ...bass, places: [] }, 'Reel Deal: 4 lb 2 oz, not counted'],
    [
      { ...bass, entry: { ...bass.entry, score: { value: '146', unit: 'oz' as const, fish: 3 } } },
      'Reel Deal: 4 lb 2 oz, 2nd in Five Fish. Total 9 lb 2 oz, 3 fish',
    ],
    [
      { ...bass, entry: { ...bass.entry, score: { value: '66', unit: 'oz' as const, fish: 1 } } },
      'Reel Deal: 4 lb 2 oz, 2nd in Five Fish',
    ],
  ])('%#', (answer, text) => expect(weighInText(answer)).toBe(text))
})

describe('recentSpecies', () => {
  const catchesOf = (...species: string[]): Catch[] =>
    species.map(name => ({ ...weighIn(1, 1, 1), species: name }))

  test('each once, the latest first, in its latest spelling', () =>
    expect(recentSpecies(catchesOf('Wahoo', 'wahoo', 'Tuna', 'Wahoo'))).toEqual(['Wahoo', 'Tuna']))
  test('no more than asked for', () => expect(recentSpecies(catchesOf('a', 'b', 'c'), 2)).toEqual(['a', 'b']))
})
