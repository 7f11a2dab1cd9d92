import { describe, expect, test } from 'bun:test'
import {
  award,
  boatsOf,
  catchesOf,
  category,
  noon,
  placesOn,
  pot,
  rulesFrom,
} from '../../../../tests/support/scoring.ts'
import { day, hour, minute } from '../../time.ts'
import { awardsOf } from './awards.ts'
import type { ScoringCatch, TieDecision } from './boards.ts'
import { standings } from './standings.ts'

const rulesWith = (more: object, rest: object = {}) => rulesFrom({ categories: [category(more)], ...rest })
const daysOf = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Day ${index + 1}`,
    linesIn: new Date(noon + index * day).toISOString(),
    linesOut: new Date(noon + index * day + 8 * hour).toISOString(),
    ...more,
  }))
type CatchValues = Partial<ScoringCatch> & { entryId: string }

/** Returns why a fish on its own doesn't count, or null if it counts. */
function whyOf(more: object, rest: object, fish: Partial<ScoringCatch>) {
  const [board] = standings(rulesWith(more, rest), {
    entries: boatsOf('A'),
    catches: catchesOf({ entryId: 'A', ...fish }),
    penalties: [],
    decisions: [],
  })
  return board?.rows[0]?.fish[0]?.why
}

const board = (more: object, rest: object, ...catches: CatchValues[]) => {
  const ids = [...new Set(catches.map(({ entryId }) => entryId))]
  return placesOn(
    standings(rulesWith(more, rest), {
      entries: boatsOf(...ids),
      catches: catchesOf(...catches),
      penalties: [],
      decisions: [],
    })[0],
  )
}

describe('a catch counts', () => {
  const speciesList = { species: [{ name: 'Tuna' }, { name: 'Blue Marlin', minWeight: 70, minLength: 20 }] }
  const scale = {
    days: daysOf(1, {
      scaleOpens: new Date(noon + 2 * hour).toISOString(),
      scaleCloses: new Date(noon + 9 * hour).toISOString(),
    }),
  }

  test('if its species is listed, in any case, or no species are listed', () => {
    expect(whyOf({}, {}, { species: 'Eel' })).toBeNull()
    expect(whyOf({}, speciesList, { species: 'TUNA' })).toBeNull()
    expect(whyOf({}, speciesList, { species: 'Eel' })).toBe('species')
    expect(whyOf({ species: ['Blue Marlin'] }, speciesList, { species: 'Tuna' })).toBe('species')
  })

  test('if it is weighed or released as the category wants, and measured as it measures', () => {
    expect(whyOf({ how: 'weighed' }, {}, { released: true })).toBe('how')
    expect(whyOf({ how: 'released', measure: 'count' }, {}, {})).toBe('how')
    expect(whyOf({}, {}, { released: true })).toBe('how')
    expect(whyOf({}, {}, { weight: null })).toBe('how')
    expect(whyOf({ measure: 'length' }, {}, { length: null })).toBe('how')
    expect(whyOf({ measure: 'points' }, speciesList, {})).toBe('how')
  })

  test('if its angler is in the division', () => {
    const divisions = { divisions: [{ key: 'juniors', name: 'Juniors', minors: true }] }
    expect(whyOf({ division: 'juniors' }, divisions, {})).toBe('division')
    expect(whyOf({ division: 'juniors' }, divisions, { divisions: ['juniors'] })).toBeNull()
    expect(whyOf({ rank: 'anglers' }, {}, {})).toBe('division')
    expect(whyOf({ rank: 'anglers' }, {}, { anglerId: '1' })).toBeNull()
  })

  test('if it meets the minima; a released fish needs no weight, but a length', () => {
    const marlin = { species: 'Blue Marlin', length: 2000 }
    expect(whyOf({}, speciesList, { ...marlin, weight: 7000 })).toBeNull()
    expect(whyOf({}, speciesList, { ...marlin, weight: 6999 })).toBe('under')
    expect(whyOf({ minWeight: 80 }, speciesList, { ...marlin, weight: 7000 })).toBe('under')
    expect(whyOf({ measure: 'count' }, speciesList, { ...marlin, released: true })).toBeNull()
    expect(whyOf({ measure: 'count' }, speciesList, { ...marlin, released: true, length: null })).toBe(
      'under',
    )
    expect(whyOf({ measure: 'count' }, speciesList, { ...marlin, weight: null })).toBe('under')
  })

  test('if it is caught between lines in and lines out, or allowed', () => {
    const days = { days: daysOf(1) }
    expect(whyOf({}, days, { caughtAt: noon })).toBeNull()
    expect(whyOf({}, days, { caughtAt: noon + 8 * hour })).toBeNull()
    expect(whyOf({}, days, { caughtAt: noon - 1 })).toBe('lines')
    expect(whyOf({}, days, { caughtAt: noon + 8 * hour + 1 })).toBe('lines')
    expect(whyOf({}, days, { caughtAt: noon - 1, allowed: true })).toBeNull()
  })

  test('if it is weighed in scale hours, when that was stated', () => {
    const at = (hours: number) => ({ weighedAt: noon + hours * hour, weighedAtStated: true })
    expect(whyOf({}, scale, at(2))).toBeNull()
    expect(whyOf({}, scale, at(9))).toBeNull()
    expect(whyOf({}, scale, at(1))).toBe('scale')
    expect(whyOf({}, scale, at(10))).toBe('scale')
    expect(whyOf({}, scale, { ...at(10), allowed: true })).toBeNull()
    expect(whyOf({}, scale, { ...at(10), weighedAtStated: false })).toBeNull()
    expect(whyOf({ measure: 'count' }, scale, { ...at(10), released: true })).toBeNull()
  })

  test('unless it or its boat is disqualified; a withdrawn boat is on no board', () => {
    expect(whyOf({}, speciesList, { species: 'Eel', disqualified: true })).toBe('disqualified')
    const entries = [{ id: 'A', disqualified: true }]
    const [rows] = standings(rulesWith({}), {
      entries,
      catches: catchesOf({ entryId: 'A' }, { entryId: 'B' }),
      penalties: [],
      decisions: [],
    })
    expect(placesOn(rows)).toEqual(['- A 0.00'])
    expect(rows?.rows[0]?.fish[0]?.why).toBe('disqualified')
  })

  test('on the nearest day, with the boat’s penalties of that day', () => {
    const rules = rulesWith(
      { days: 'each' },
      { days: daysOf(2), penalties: [{ key: 'late', name: 'Late', per: 'minute', weight: 1, outFrom: 5 }] },
    )
    const penalties = [
      { entryId: 'A', key: 'late', day: 'Day 1', count: 3 },
      { entryId: 'A', key: 'late', day: 'Day 1', count: 2 },
      { entryId: 'A', key: 'late', day: 'Day 2', count: 4 },
    ]
    const catches = catchesOf(
      { entryId: 'A', weight: 900 },
      { entryId: 'A', weight: 900, caughtAt: noon + 9 * hour },
      { entryId: 'A', weight: 900, caughtAt: noon + day - minute },
      { entryId: 'A', weight: 900, caughtAt: noon + day },
    )
    const boards = standings(rules, { entries: boatsOf('A'), catches, penalties, decisions: [] })
    expect(boards.map(placesOn)).toEqual([['- A -5.00'], ['1 A 5.00']])
    expect(boards.map(({ rows }) => rows[0]?.fish.map(({ why }) => why))).toEqual([
      ['penalty', 'lines'],
      [null, 'lines'],
    ])
  })
})

describe('a penalty', () => {
  const penalties = [{ key: 'late', name: 'Late', per: 'once', weight: 1, outFrom: 1 }]
  const late = [{ entryId: 'A', key: 'late', day: null, count: 1 }]
  const categories = [category(), category({ key: 'count', measure: 'count' })]

  test('without categories is for those whose measure it has', () => {
    const rules = rulesFrom({ categories, penalties })
    const boards = standings(rules, {
      entries: boatsOf('A'),
      catches: catchesOf({ entryId: 'A' }),
      penalties: late,
      decisions: [],
    })
    expect(boards.map(({ rows }) => rows[0]?.place)).toEqual([null, 1])
  })

  test('without amounts is for all, and a named category is always one', () => {
    for (const change of [{ weight: 0 }, { categories: ['count', 'main'] }]) {
      const rules = rulesFrom({ categories, penalties: penalties.map(one => ({ ...one, ...change })) })
      const boards = standings(rules, {
        entries: boatsOf('A'),
        catches: catchesOf({ entryId: 'A' }),
        penalties: late,
        decisions: [],
      })
      expect(boards.map(({ rows }) => rows[0]?.place)).toEqual([null, null])
      expect(boards[1]?.rows[0]?.total).toBe(0)
    }
  })
})

describe('a score', () => {
  const species = (points: object) => ({ species: [{ name: 'Tuna', weighed: points }] })
  const pointsOf = (points: object, weight: number, rest: object = {}) =>
    board({ measure: 'points' }, { ...species(points), ...rest }, { entryId: 'A', weight })[0]

  test('of points is rounded down to hundredths, or to whole points', () => {
    expect(pointsOf({ perPound: [1, 3] }, 1000)).toBe('1 A 3.33')
    expect(pointsOf({ flat: 0.5, perPound: [2, 3] }, 1000)).toBe('1 A 7.16')
    expect(pointsOf({ flat: 0.5, perPound: [2, 3] }, 1000, { wholePoints: true })).toBe('1 A 7.00')
    expect(pointsOf({ perPound: [1, 3], atLeast: 40 }, 1000)).toBe('1 A 40.00')
    expect(pointsOf({ perPound: [1, 1] }, 25, { unit: 'oz' })).toBe('1 A 1.56')
  })

  test('gets the weight or points of its marks, which may make it negative', () => {
    const marks = [
      { key: 'dead', name: 'Dead', weight: -2, points: -9 },
      { key: 'live', name: 'Live', weight: 0.5, species: ['Eel'] },
    ]
    const all = { species: [{ name: 'Tuna', weighed: { flat: 5 } }, { name: 'Eel' }], marks }
    const fish = { entryId: 'A', marks: ['dead', 'live'] }
    expect(board({}, all, fish)).toEqual(['1 A -1.00'])
    expect(board({}, all, { ...fish, species: 'Eel' })).toEqual(['1 A -0.50'])
    expect(board({ measure: 'points' }, all, fish)).toEqual(['1 A -4.00'])
    expect(board({ measure: 'count' }, all, fish)).toEqual(['1 A 0.01'])
  })
})

describe('a cost of a fish under the minimum', () => {
  const under = [{ from: 0, flat: 1.5, perPound: [1, 3], perPoundShort: [1, 7] }]
  const species = [{ name: 'Tuna', minWeight: 10, weighed: { flat: 1 }, under }]

  test('is rounded down once, in the unit of the board', () => {
    // 1.5 + 4 ÷ 3 + 6 ÷ 7 = 3.690…
    expect(board({}, { species }, { entryId: 'A', weight: 400 })).toEqual(['- A -3.69'])
    // 1.5 + 4 ÷ 16 ÷ 3 + 6 ÷ 16 ÷ 7 = 1.636…
    const ounces = { unit: 'oz', species }
    expect(board({ measure: 'points' }, ounces, { entryId: 'A', weight: 4 })).toEqual(['- A -1.63'])
    expect(board({}, ounces, { entryId: 'A', weight: 4 })).toEqual(['- A -0.01'])
    const whole = { ...ounces, wholePoints: true }
    expect(board({ measure: 'points' }, whole, { entryId: 'A', weight: 4 })).toEqual(['- A -1.00'])
  })

  test('is not taken for a fish that doesn’t count anyway, nor on boards of inches and fish', () => {
    expect(board({}, { species }, { entryId: 'A', weight: 400, disqualified: true })).toEqual(['- A 0.00'])
    const late = { entryId: 'A', weight: 400, caughtAt: noon - 1 }
    expect(board({}, { species, days: daysOf(1) }, late)).toEqual(['- A 0.00'])
    expect(board({ measure: 'count' }, { species }, { entryId: 'A', weight: 400 })).toEqual(['- A 0.00'])
  })
})

describe('ties', () => {
  const marks = [{ key: 'dead', name: 'Dead' }]
  const tieOf = (tie: unknown, more: object, ...catches: CatchValues[]) =>
    board({ ...more, ties: [tie] }, { marks, days: daysOf(2) }, ...catches)
      .map(row => row.split(' ')[1])
      .join('')

  test('go to the earlier first fish, first weigh-in or last fish', () => {
    const times = (entryId: string, catchMinute: number, weighInMinute: number) => ({
      ...{ entryId, caughtAt: noon + catchMinute * minute, weighedAt: noon + weighInMinute * minute },
    })
    const fish = [times('A', 1, 20), times('A', 9, 21), times('B', 2, 10), times('B', 5, 30)]
    expect(tieOf('first-caught', {}, ...fish)).toBe('AB')
    expect(tieOf('first-weighed', {}, ...fish)).toBe('BA')
    expect(tieOf('first-to-reach', {}, ...fish)).toBe('BA')
  })

  test('go to more fish, the largest fish, or the larger one by one', () => {
    const fish = (entryId: string, ...weights: number[]) => weights.map(weight => ({ entryId, weight }))
    expect(tieOf('most-fish', {}, ...fish('A', 600), ...fish('B', 300, 300))).toBe('BA')
    expect(tieOf('largest', {}, ...fish('A', 300, 300), ...fish('B', 200, 400))).toBe('BA')
    expect(tieOf('fish-by-fish', {}, ...fish('A', 400, 100, 100), ...fish('B', 400, 200))).toBe('BA')
    const long = (entryId: string, ...lengths: number[]) => lengths.map(length => ({ entryId, length }))
    expect(tieOf('largest', { measure: 'length' }, ...long('A', 20, 20), ...long('B', 10, 30))).toBe('BA')
  })

  test('go to the best single day, or fewer fish with a mark', () => {
    const fish = (entryId: string, weight: number, at: number) => ({
      entryId,
      weight,
      caughtAt: noon + at * day,
    })
    const both = [fish('A', 300, 0), fish('A', 300, 1), fish('B', 200, 0), fish('B', 400, 1)]
    expect(tieOf('best-day', {}, ...both)).toBe('BA')
    const dead = { entryId: 'A', marks: ['dead'] }
    expect(tieOf({ fewest: 'dead' }, {}, dead, { entryId: 'B' })).toBe('BA')
  })

  test('go by a decision that names all of them, the latest first', () => {
    const rules = rulesWith({})
    const catches = catchesOf(
      { entryId: 'A' },
      { entryId: 'B' },
      { entryId: 'C' },
      { entryId: 'D', weight: 50 },
    )
    const placesBy = (...orders: string[][]) =>
      placesByDecisions(orders.map(order => ({ category: 'main', day: null, order })))
    const placesByDecisions = (decisions: TieDecision[]) =>
      placesOn(
        standings(rules, {
          entries: boatsOf('A', 'B', 'C', 'D'),
          catches,
          penalties: [],
          decisions,
        })[0],
      )
    const tiedRows = ['=1 A 1.00', '=1 B 1.00', '=1 C 1.00', '4 D 0.50']
    const decidedRows = ['1 C 1.00', '2 B 1.00', '3 A 1.00', '4 D 0.50']
    expect(placesBy()).toEqual(tiedRows)
    expect(placesBy(['B', 'A'])).toEqual(tiedRows)
    expect(placesBy(['A', 'B', 'C'], ['C', 'B', 'A'])).toEqual(decidedRows)
    expect(placesBy(['C', 'X', 'B', 'A'])).toEqual(decidedRows)
    const at = (total: number) => ({ category: 'main', day: null, order: ['C', 'B', 'A'], total })
    expect(placesByDecisions([at(100)])).toEqual(decidedRows)
    expect(placesByDecisions([at(100), at(101)])).toEqual(decidedRows)
    expect(placesByDecisions([at(99), at(101)])).toEqual(tiedRows)
  })
})

describe('awards', () => {
  const pots = [pot({ fee: 100 })]
  const prize = award({ split: { percents: [[60, 40]] } })
  const entries = [
    { id: 'A', disqualified: false },
    { id: 'C', disqualified: true },
  ]

  test('take fees of disqualified boats, but not of withdrawn ones', () => {
    const rules = rulesWith({}, { pots, awards: [prize] })
    const boards = standings(rules, {
      entries,
      catches: catchesOf({ entryId: 'A' }, { entryId: 'C' }),
      penalties: [],
      decisions: [],
    })
    expect(awardsOf(rules, boards, entries, [])).toEqual([
      {
        key: 'award',
        day: null,
        amount: 20_000,
        notWon: 0,
        places: [{ place: 1, tied: false, entryId: 'A', anglerId: null, amount: 20_000 }],
      },
    ])
  })

  test('without a ranked boat are kept, and say so', () => {
    const rules = rulesWith(
      {},
      { pots, awards: [prize, award({ key: 'fixed', split: { amounts: [50, 30] } })] },
    )
    const results = awardsOf(
      rules,
      standings(rules, { entries, catches: [], penalties: [], decisions: [] }),
      entries,
      [],
    )
    expect(results.map(({ amount, notWon, places }) => [amount, notWon, places])).toEqual([
      [20_000, 20_000, []],
      [8000, 8000, []],
    ])
  })

  test('of a daily board give odd cents to the earlier days, and roll on without a ranked boat', () => {
    const rules = rulesWith(
      { days: 'each' },
      {
        days: daysOf(3),
        pots: [pot({ added: 1000.01 })],
        awards: [{ ...prize, unclaimed: 'next-day' }],
      },
    )
    const amounts = (...at: number[]) => {
      const catches = catchesOf(...at.map(index => ({ entryId: 'A', caughtAt: noon + index * day })))
      const results = awardsOf(
        rules,
        standings(rules, { entries, catches, penalties: [], decisions: [] }),
        entries,
        [],
      )
      return results.map(({ amount, notWon }) => [amount, notWon])
    }
    expect(amounts(0, 1, 2)).toEqual([
      [33_334, 0],
      [33_334, 0],
      [33_333, 0],
    ])
    expect(amounts(2)).toEqual([
      [0, 0],
      [0, 0],
      [100_001, 0],
    ])
    expect(amounts(0)).toEqual([
      [33_334, 0],
      [0, 0],
      [66_667, 66_667],
    ])
  })

  test('go to the boats of anglers', () => {
    const rules = rulesWith({ rank: 'anglers' }, { pots, awards: [prize] })
    const catches = catchesOf(
      { entryId: 'A', anglerId: '1', weight: 300 },
      { entryId: 'A', anglerId: '2', weight: 200 },
    )
    const [result] = awardsOf(
      rules,
      standings(rules, { entries, catches, penalties: [], decisions: [] }),
      entries,
      [],
    )
    expect(result?.places.map(({ entryId, anglerId, amount }) => [entryId, anglerId, amount])).toEqual([
      ['A', '1', 12_000],
      ['A', '2', 8000],
    ])
  })
})
