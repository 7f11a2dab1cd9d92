import { describe, expect, test } from 'bun:test'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import { checkFish, fishOf, otherSpecies, submitText } from './fish-of-form.ts'

const setting = { days: [], timeZone: 'UTC' }
const [bass, release, billfish, longest] = (
  ['five-fish', 'release', 'mixed-billfish', 'longest'] as const
).map(key => preset(key, setting))

function form(values: Record<string, string | string[]>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat()) data.append(name, each)
  return data
}

describe('a typed fish', () => {
  test.each([
    [
      'without rules',
      null,
      { weight: '412.5', species: ' Wahoo ', marks: 'x' },
      { weight: '412.5', species: 'Wahoo' },
    ],
    [
      'in pounds and ounces',
      bass,
      { pounds: '4', ounces: '2', species: 'Bass', marks: ['dead'], scale: 'Scale 1', witness: ' ' },
      { weight: '', ounces: 66, species: 'Bass', marks: ['dead'], scale: 'Scale 1' },
    ],
    [
      'in ounces alone',
      bass,
      { pounds: '', ounces: '66', species: 'Bass' },
      { weight: '', ounces: 66, species: 'Bass' },
    ],
    [
      'released',
      release,
      { weight: '4', species: 'Sailfish', anglerId: 'a' },
      { weight: '', released: true, species: 'Sailfish', anglerId: 'a' },
    ],
    [
      'of the chosen kind',
      billfish,
      { kind: 'weighed', weight: '400', length: '110', species: 'Blue Marlin' },
      { weight: '400', length: '110', species: 'Blue Marlin' },
    ],
    [
      'of a species that the rules don’t list',
      billfish,
      { kind: 'released', species: otherSpecies, otherSpecies: ' Cobia ' },
      { weight: '', released: true, species: 'Cobia' },
    ],
    [
      'measured',
      longest,
      { length: '42.25', species: 'Red Drum' },
      { weight: '', length: '42.25', species: 'Red Drum' },
    ],
  ] as const)('%s', (_, rules, input, fish) => {
    const values = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, [value].flat()]))
    expect(fishOf(form(values), rules ?? null)).toEqual(JSON.parse(JSON.stringify(fish)))
  })
})

test.each([
  [{ weight: '412.5' }, 'Weigh In 412.5 lbs'],
  [{ weight: '', ounces: 66 }, 'Weigh In 4 lb 2 oz'],
  [{ weight: '400', length: '110' }, 'Weigh In 400 lbs'],
  [{ weight: '', length: '42.25' }, 'Record 42.25 in'],
  [{ weight: '', released: true as const }, 'Record Release'],
  [{ weight: '', ounces: 0 }, 'Weigh In'],
])('the button says what it does: %o', (fish, text) => {
  expect(submitText({ ...fish, species: 'Bass' })).toBe(text)
})

describe('checks of pounds and ounces', () => {
  test.each([
    [{ pounds: '', ounces: '' }, { pounds: 'Weight is required' }],
    [{ pounds: '4', ounces: '16' }, { ounces: 'With pounds, ounces go up to 15' }],
    [{ pounds: '0', ounces: '0' }, { pounds: expect.stringContaining('whole ounces') }],
    [{ pounds: '4', ounces: '' }, {}],
    [{ pounds: '', ounces: '66' }, {}],
  ])('%o', (input, errors) => expect(checkFish(form(input), bass ?? null)).toEqual(errors))

  test('only of weighed fish', () => {
    expect(checkFish(form({ species: 'Sailfish' }), release ?? null)).toEqual({})
    expect(checkFish(form({ otherSpecies: '<b>' }), release ?? null)).toHaveProperty('otherSpecies')
  })
})
