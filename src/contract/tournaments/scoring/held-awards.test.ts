import { describe, expect, test } from 'bun:test'
import { boatsOf, catchesOf, noon, rulesFrom } from '../../../../tests/support/scoring.ts'
import { hour } from '../../time.ts'
import { type AwardInput, awardKey, heldAwards, type OpenSubject } from './held-awards.ts'

const category = (key: string, species: string[] | null) => ({
  key,
  name: key,
  rank: 'boats',
  how: 'both',
  days: 'all',
  measure: 'weight',
  species,
  limits: [{ most: 1 }],
  ties: ['first-caught'],
})

const award = (key: string, percent: number, percents: number[][]) => ({
  key,
  name: key,
  pot: 'entry',
  percent,
  category: key,
  split: { percents },
  unclaimed: 'kept',
})

const rules = rulesFrom({
  days: [
    {
      name: 'Day 1',
      linesIn: new Date(noon - hour).toISOString(),
      linesOut: new Date(noon + 9 * hour).toISOString(),
    },
  ],
  species: [{ name: 'Marlin' }, { name: 'Tuna' }],
  penalties: [{ key: 'late', name: 'Late', per: 'minute', weight: 1 }],
  categories: [category('marlin', ['Marlin']), category('tuna', ['Tuna'])],
  pots: [{ key: 'entry', name: 'Entry', entry: 'all', fee: '100.00' }],
  awards: [award('marlin', 60, [[100], [70, 30]]), award('tuna', 40, [[100]])],
})

const [marlin, tuna] = [awardKey({ key: 'marlin', day: null }), awardKey({ key: 'tuna', day: null })]

// Marlin: A 400 lb, B 300, C 10. Tuna: B 80, C 20.
const [a400, c10, b80, c20] = ['f000', 'f002', 'f003', 'f004']
const input = (change: Partial<AwardInput> = {}): AwardInput => ({
  entries: boatsOf('A', 'B', 'C', 'D'),
  catches: catchesOf(
    { entryId: 'A', species: 'Marlin', weight: 40_000 },
    { entryId: 'B', species: 'Marlin', weight: 30_000 },
    { entryId: 'C', species: 'Marlin', weight: 1000 },
    { entryId: 'B', weight: 8000 },
    { entryId: 'C', weight: 2000 },
  ),
  penalties: [],
  decisions: [],
  potEntries: [],
  ...change,
})

const keysHeldBy = (subjects: OpenSubject[], change: Partial<AwardInput> = {}) =>
  [...heldAwards(rules, input(change), subjects)].toSorted()
const about = (kind: 'entry' | 'catch' | 'penalty', id: string): OpenSubject => ({ kind, id })

/** Input in which the named boats or catches are disqualified. */
const without = (...ids: string[]): Partial<AwardInput> => {
  const { entries, catches } = input()
  const isOut = (id: string) => ({ disqualified: ids.includes(id) })
  return {
    entries: entries.map(entry => ({ ...entry, ...isOut(entry.id) })),
    catches: catches.map(fish => ({ ...fish, ...isOut(fish.id) })),
  }
}

describe('heldAwards', () => {
  const cases: [string, OpenSubject[], Partial<AwardInput>, string[]][] = [
    ['none without subjects', [], {}, []],
    ['all by a protest without subject', [{ kind: 'tournament' }], {}, [marlin, tuna]],
    ['what the boat won', [about('entry', 'A')], {}, [marlin]],
    ['each award of a boat that won two', [about('entry', 'B')], {}, [marlin, tuna]],
    ['none of a boat that won nothing', [about('entry', 'D')], {}, []],
    ['none for a place without money', [about('catch', c10)], {}, []],
    ['the award of a catch alone', [about('catch', b80)], {}, [tuna]],
    ['none for a fish behind the paid places', [about('catch', c20)], {}, []],
    ['what a disqualified boat would win', [about('entry', 'A')], without('A'), [marlin]],
    ['what a disqualified catch would win', [about('catch', a400)], without(a400), [marlin]],
    ['what a boat’s disqualified catches would win', [about('entry', 'B')], without(b80), [marlin, tuna]],
    [
      'what a disqualified boat would win with its disqualified fish',
      [about('entry', 'B')],
      without('B', b80),
      [marlin, tuna],
    ],
    [
      'a penalty that moved a place',
      [about('penalty', 'p')],
      { penalties: [{ id: 'p', entryId: 'A', key: 'late', day: 'Day 1', count: 150 }] },
      [marlin],
    ],
    [
      'none for a penalty that moved nothing',
      [about('penalty', 'p')],
      { penalties: [{ id: 'p', entryId: 'A', key: 'late', day: 'Day 1', count: 5 }] },
      [],
    ],
    ['none for what is gone', [about('penalty', 'q'), about('entry', 'Z')], {}, []],
  ]
  test.each(cases)('%s', (_, subjects, change, expected) => {
    expect(keysHeldBy(subjects, change)).toEqual(expected.toSorted())
  })

  // The two heaviest fish of each boat.
  const bag = rulesFrom({
    species: [{ name: 'Tuna' }],
    categories: [{ ...category('tuna', ['Tuna']), limits: [{ most: 2 }] }],
    pots: [{ key: 'entry', name: 'Entry', entry: 'all', fee: '100.00' }],
    awards: [award('tuna', 100, [[100]])],
  })

  test('what changes all together only', () => {
    const catches = catchesOf(
      { entryId: 'A', weight: 1500 },
      { entryId: 'B', weight: 1000, disqualified: true },
      { entryId: 'B', weight: 1000, disqualified: true },
    )
    const [one, other] = [about('catch', 'f001'), about('catch', 'f002')]
    const heldBy = (...subjects: OpenSubject[]) => [...heldAwards(bag, input({ catches }), subjects)]
    expect([heldBy(one), heldBy(other), heldBy(one, other)]).toEqual([[], [], [tuna]])
  })

  test('what changes together with a fish of two subjects, in any order', () => {
    const catches = catchesOf(
      { entryId: 'A', weight: 1500 },
      { entryId: 'A', weight: 1500 },
      { entryId: 'B', weight: 1000, disqualified: true },
      { entryId: 'B', weight: 1000, disqualified: true },
    )
    const [boat, fish, rival] = [about('entry', 'B'), about('catch', 'f002'), about('catch', 'f000')]
    const heldBy = (...subjects: OpenSubject[]) => [...heldAwards(bag, input({ catches }), subjects)]
    expect(heldBy(boat, fish)).toEqual([])
    expect([heldBy(boat, fish, rival), heldBy(fish, boat, rival)]).toEqual([[tuna], [tuna]])
  })
})
