import { describe, expect, test } from 'bun:test'
import { rank } from '#server/tournaments/entries/ranking.rules.ts'
import {
  award,
  boatsOf,
  catchesOf,
  category,
  daysOf,
  noon,
  one,
  placesOn,
  pot,
  rulesFrom,
} from '../../../../tests/support/scoring.ts'
import { day } from '../../time.ts'
import { awardsOf } from './awards.ts'
import type { Board, ScoringCatch, ScoringEntry, ScoringPenalty } from './boards.ts'
import type { PotEntry } from './pots.ts'
import type { Rules } from './rules.ts'
import { standings } from './standings.ts'

/** The worked examples of the specification, with its figures. */

const species = (name: string, more: object = {}) => ({ name, ...more })
const perPound = (n: number, d: number) => ({ perPound: [n, d] })
const flat = (points: number) => ({ flat: points })
const times = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value)

const boardsOf = (
  rules: Rules,
  entries: ScoringEntry[],
  catches: ScoringCatch[],
  penalties: ScoringPenalty[] = [],
) => standings(rules, { entries, catches, penalties, decisions: [] })

/** Such as `['1 A 500.00']`. */
const prizeTexts = (
  rules: Rules,
  boards: Board[],
  entries: ScoringEntry[],
  potEntries: PotEntry[] = [],
): Record<string, string[]> =>
  Object.fromEntries(
    awardsOf(rules, boards, entries, potEntries).map(({ key, day, places }) => [
      day === null ? key : `${key} ${day}`,
      places.map(({ place, entryId, amount }) => `${place} ${entryId} ${(amount / 100).toFixed(2)}`),
    ]),
  )

/** A boat each, the first with the heaviest fish. */
const inOrder = (...ids: string[]) =>
  catchesOf(...ids.map((entryId, index) => ({ entryId, weight: 10_000 - index * 100 })))
const manyBoats = (count: number) =>
  boatsOf(...Array.from({ length: count }, (_, index) => `B${String(index + 1).padStart(3, '0')}`))

describe('worked examples', () => {
  test('1: points, a real tie', () => {
    const rules = rulesFrom({
      species: [
        species('White Marlin', { weighed: perPound(1, 1), released: flat(70) }),
        species('Blue Marlin', { weighed: perPound(1, 3), released: flat(175) }),
      ],
      categories: [category({ measure: 'points', ties: ['first-to-reach'] })],
    })
    const white = (entryId: string) => ({ entryId, species: 'White Marlin', released: true })
    const blue = (entryId: string) => ({ entryId, species: 'Blue Marlin', released: true })
    const catches = catchesOf(
      ...times(9, white('Sequel')),
      ...times(2, blue('Sequel')),
      ...times(11, white('Taylor Jean')),
      ...times(6, white('Catch 23')),
      ...times(2, blue('Catch 23')),
      ...times(8, white('MaxBet')),
      blue('MaxBet'),
      ...times(11, white('Bobojo')),
      { entryId: 'Bobojo', species: 'Blue Marlin', weight: 78_900 },
    )
    const entries = boatsOf('MaxBet', 'Catch 23', 'Taylor Jean', 'Sequel', 'Bobojo')
    expect(placesOn(boardsOf(rules, entries, catches)[0])).toEqual([
      '1 Bobojo 1033.00',
      '2 Sequel 980.00',
      '3 Taylor Jean 770.00',
      '4 Catch 23 770.00',
      '5 MaxBet 735.00',
    ])
  })

  test('2: fish that won elsewhere', () => {
    const rules = rulesFrom({
      species: [species('Blue Marlin', { weighed: perPound(1, 1), released: flat(625) })],
      categories: [
        category({ key: 'heaviest', how: 'weighed', ...one }),
        category({ key: 'points', measure: 'points', passOver: [{ category: 'heaviest', by: 'fish' }] }),
      ],
      pots: [pot()],
      awards: [award({ category: 'points', split: { amounts: [145_000, 100_000, 75_000] } })],
    })
    const release = (entryId: string) => ({ entryId, species: 'Blue Marlin', released: true })
    const catches = catchesOf(
      { entryId: 'A', species: 'Blue Marlin', weight: 56_400 },
      release('A'),
      { entryId: 'B', species: 'Blue Marlin', weight: 49_600 },
      release('B'),
      ...times(3, release('C')),
      ...times(2, release('D')),
    )
    const entries = boatsOf('A', 'B', 'C', 'D')
    const boards = boardsOf(rules, entries, catches)
    expect(placesOn(boards[0])).toEqual(['1 A 564.00', '2 B 496.00', '- C 0.00', '- D 0.00'])
    expect(placesOn(boards[1])).toEqual(['1 C 1875.00', '2 D 1250.00', '3 B 1121.00', '4 A 625.00'])
    expect(boards[1]?.rows[3]?.fish).toContainEqual({
      catchId: 'f000',
      score: null,
      taken: false,
      why: 'passed-over',
    })
    expect(prizeTexts(rules, boards, entries)).toEqual({
      award: ['1 C 145000.00', '2 D 100000.00', '3 B 75000.00'],
    })
  })

  test('3: only boats in the pot', () => {
    const rules = rulesFrom({
      days: daysOf(1),
      categories: [category({ days: 'each', ...one })],
      pots: [
        pot({ key: 'small', entry: 'chosen', added: 394_090 }),
        pot({ key: 'large', entry: 'chosen', added: 1_162_842 }),
      ],
      awards: [award({ key: 'small', pot: 'small' }), award({ key: 'large', pot: 'large' })],
    })
    const entries = boatsOf('Bad Medicine', 'Tiger Spirit', 'Without a fish')
    const boards = boardsOf(
      rules,
      entries,
      catchesOf({ entryId: 'Bad Medicine', weight: 40_900 }, { entryId: 'Tiger Spirit', weight: 39_500 }),
    )
    const inPots = [
      { pot: 'small', entryId: 'Bad Medicine' },
      { pot: 'small', entryId: 'Tiger Spirit' },
      { pot: 'large', entryId: 'Tiger Spirit' },
      { pot: 'large', entryId: 'Without a fish' },
    ]
    expect(prizeTexts(rules, boards, entries, inPots)).toEqual({
      'small Day 1': ['1 Bad Medicine 394090.00'],
      'large Day 1': ['1 Tiger Spirit 1162842.00'],
    })
  })

  test('3: the heavier fish earns less', () => {
    const rules = rulesFrom({
      categories: [category(one)],
      pots: [pot({ added: 223_000 }), pot({ key: 'winner-take-all', entry: 'chosen', added: 1_000_000 })],
      awards: [award(), award({ key: 'winner-take-all', pot: 'winner-take-all' })],
    })
    const entries = boatsOf('Heavier', 'Lighter')
    const catches = catchesOf({ entryId: 'Lighter', weight: 49_500 }, { entryId: 'Heavier', weight: 49_520 })
    const boards = boardsOf(rules, entries, catches)
    expect(placesOn(boards[0])).toEqual(['1 Heavier 495.20', '2 Lighter 495.00'])
    expect(prizeTexts(rules, boards, entries, [{ pot: 'winner-take-all', entryId: 'Lighter' }])).toEqual({
      award: ['1 Heavier 223000.00'],
      'winner-take-all': ['1 Lighter 1000000.00'],
    })
  })

  test('4: under the minimum', () => {
    const rules = rulesFrom({
      species: [
        species('Blue Marlin', {
          minWeight: 300,
          weighed: perPound(1, 1),
          under: [{ from: 0, flat: 25, perPoundShort: [2, 1] }],
        }),
      ],
      categories: [category({ measure: 'points' }), category({ key: 'weight' })],
    })
    const catches = catchesOf(
      { entryId: '280', species: 'Blue Marlin', weight: 28_000 },
      { entryId: '201', species: 'Blue Marlin', weight: 20_100 },
    )
    const boards = boardsOf(rules, boatsOf('280', '201'), catches)
    expect(boards.map(placesOn)).toEqual([
      ['- 280 -65.00', '- 201 -223.00'],
      ['- 280 -65.00', '- 201 -223.00'],
    ])
    expect(boards[0]?.rows[0]?.fish).toEqual([{ catchId: 'f000', score: -6500, taken: false, why: 'under' }])
  })

  test('4: with the addendum, 285 to 299 lb costs overall only', () => {
    const costs = { flat: 25, perPoundShort: [2, 1] }
    const rules = rulesFrom({
      days: daysOf(1),
      species: [
        species('Blue Marlin', {
          minWeight: 300,
          weighed: perPound(1, 1),
          under: [
            { from: 285, ...costs, categories: ['overall'] },
            { from: 0, ...costs },
          ],
        }),
      ],
      categories: [
        category({ key: 'overall', measure: 'points' }),
        category({ key: 'daily', measure: 'points', days: 'each' }),
      ],
    })
    const catches = catchesOf(
      { entryId: '290', species: 'Blue Marlin', weight: 29_000 },
      { entryId: '280', species: 'Blue Marlin', weight: 28_000 },
    )
    expect(boardsOf(rules, boatsOf('290', '280'), catches).map(placesOn)).toEqual([
      ['- 290 -45.00', '- 280 -65.00'],
      ['- 290 0.00', '- 280 -65.00'],
    ])
  })

  test('5: a tie by a mark', () => {
    const rules = rulesFrom({
      marks: [{ key: 'gaffed', name: 'Gaffed' }],
      categories: [category({ ...one, ties: [{ fewest: 'gaffed' }] })],
      pots: [pot()],
      awards: [award({ split: { amounts: [2_584_260, 129_784] } })],
    })
    const catches = catchesOf(
      { entryId: 'Giron', weight: 8300, marks: ['gaffed'], caughtAt: noon - day },
      { entryId: 'Jimenez', weight: 8300 },
    )
    const entries = boatsOf('Giron', 'Jimenez')
    const boards = boardsOf(rules, entries, catches)
    expect(placesOn(boards[0])).toEqual(['1 Jimenez 83.00', '2 Giron 83.00'])
    expect(prizeTexts(rules, boards, entries)).toEqual({
      award: ['1 Jimenez 2584260.00', '2 Giron 129784.00'],
    })
    const today = rank(
      ['Giron', 'Jimenez'],
      catches.map(({ id, entryId, weight, species, caughtAt, weighedAt }) => ({
        ...{ id, entryId, species, caughtAt },
        weight: weight ?? 0,
        recordedAt: weighedAt,
        weighedAt,
      })),
    )
    expect(today.get('Giron')?.position).toBe(1)
  })

  test('6: a bass bag', () => {
    const rules = rulesFrom({
      days: daysOf(1),
      marks: [{ key: 'dead', name: 'Dead', weight: -0.25 }],
      penalties: [{ key: 'late', name: 'Late', per: 'minute', weight: 1, outFrom: 15 }],
      categories: [
        category({ key: 'bag', limits: [{ mostPerDay: 5 }] }),
        category({ key: 'big-bass', ...one }),
      ],
    })
    const bag = (entryId: string, marks: string[] = []) =>
      [410, 385, 320, 295, 240].map((weight, index) => ({
        ...{ entryId, species: 'Bass', weight },
        marks: index === 3 ? marks : [],
      }))
    const catches = catchesOf(...bag('On time'), ...bag('Late', ['dead']), ...bag('Out'))
    const minutes = (entryId: string, count: number) => ({ entryId, key: 'late', day: 'Day 1', count })
    const boards = boardsOf(rules, boatsOf('On time', 'Late', 'Out'), catches, [
      minutes('Late', 3),
      minutes('Out', 15),
    ])
    expect(placesOn(boards[0])).toEqual(['1 On time 16.50', '2 Late 13.25', '- Out -15.00'])
    expect(placesOn(boards[1])).toEqual(['1 On time 4.10', '2 Late 1.10', '- Out -15.00'])
    expect(boards[0]?.rows[2]?.fish.map(({ why }) => why)).toEqual(times(5, 'penalty'))
  })

  test('7: ties in order', () => {
    const rules = rulesFrom({
      unit: 'oz',
      days: daysOf(4),
      marks: [{ key: 'dead', name: 'Dead', weight: -4 }],
      categories: [
        category({ limits: [{ mostPerDay: 5 }], ties: ['most-fish', { fewest: 'dead' }, 'best-day'] }),
      ],
    })
    /** Five fish a day. */
    const bags = (entryId: string, ...ounces: number[]) =>
      ounces.flatMap((sum, index) =>
        [0, 0, 0, 0, sum % 5].map((rest, at) => ({
          entryId,
          weight: Math.floor(sum / 5) + rest,
          caughtAt: noon + index * day + at * 1000,
        })),
      )
    const catches = catchesOf(
      ...bags('First', 260, 260, 260, 260),
      ...bags('Iaconelli', 250, 250, 250, 249),
      ...bags('Hite', 243, 243, 243, 270),
    )
    const [board] = boardsOf(rules, boatsOf('Iaconelli', 'Hite', 'First'), catches)
    expect(board?.rows.map(({ place, tied, entryId, total }) => [place, tied, entryId, total])).toEqual([
      [1, false, 'First', 1040],
      [2, false, 'Hite', 999],
      [3, false, 'Iaconelli', 999],
    ])
  })

  test('8: few qualifiers', () => {
    const rows = { percents: [[100], [62, 38], [50, 30, 20]] }
    const rules = rulesFrom({
      categories: [category(one)],
      pots: [pot({ fee: 7500 }), pot({ key: 'optional', entry: 'chosen', added: 33_300 })],
      awards: [
        award({ split: { percents: [[60, 25, 10, 5]] } }),
        award({ key: 'optional', pot: 'optional', split: rows }),
      ],
    })
    const entries = manyBoats(60)
    const boards = boardsOf(rules, entries, inOrder('B001', 'B002', 'B003', 'B004', 'B005'))
    const inPot = (...ids: string[]) => ids.map(entryId => ({ pot: 'optional', entryId }))
    expect(prizeTexts(rules, boards, entries, inPot('B002', 'B005', 'B060'))).toEqual({
      award: ['1 B001 270000.00', '2 B002 112500.00', '3 B003 45000.00', '4 B004 22500.00'],
      optional: ['1 B002 20646.00', '2 B005 12654.00'],
    })
    expect(prizeTexts(rules, boards, entries, inPot('B001', 'B002', 'B003'))).toMatchObject({
      optional: ['1 B001 16650.00', '2 B002 9990.00', '3 B003 6660.00'],
    })
  })

  test('9: an empty category', () => {
    const names = ['tuna', 'dolphin', 'wahoo']
    const rules = rulesFrom({
      species: names.map(name => species(name)),
      categories: names.map(key => category({ key, species: [key], ...one })),
      pots: [pot({ added: 90_000 })],
      awards: names.map(key => ({
        ...award({ key, category: key, percent: [1, 3], split: { percents: [[50, 30, 20]] } }),
        unclaimed: { to: names.filter(other => other !== key) },
      })),
    })
    const entries = boatsOf('A', 'B', 'C')
    const fishOf = (name: string) =>
      [300, 200, 100].map((weight, at) => ({ entryId: 'ABC'.charAt(at), species: name, weight }))
    const all = boardsOf(rules, entries, catchesOf(...names.flatMap(fishOf)))
    expect(awardsOf(rules, all, entries, []).map(({ amount }) => amount)).toEqual(times(3, 3_000_000))
    const boards = boardsOf(rules, entries, catchesOf(...['tuna', 'dolphin'].flatMap(fishOf)))
    const prizes = ['1 A 22500.00', '2 B 13500.00', '3 C 9000.00']
    expect(prizeTexts(rules, boards, entries)).toEqual({ tuna: prizes, dolphin: prizes, wahoo: [] })
    expect(awardsOf(rules, boards, entries, []).map(({ amount, notWon }) => [amount, notWon])).toEqual([
      [4_500_000, 0],
      [4_500_000, 0],
      [0, 0],
    ])
  })

  test('10: a daily roll-over', () => {
    const rulesOf = (unclaimed: string) =>
      rulesFrom({
        days: daysOf(3),
        categories: [category({ days: 'each', ...one })],
        pots: [pot({ fee: 150 })],
        awards: [award({ unclaimed })],
      })
    const amountsOf = (unclaimed: string, ...days: number[]) => {
      const rules = rulesOf(unclaimed)
      const entries = manyBoats(30)
      const catches = catchesOf(...days.map(at => ({ entryId: 'B001', caughtAt: noon + (at - 1) * day })))
      return awardsOf(rules, boardsOf(rules, entries, catches), entries, []).map(({ amount }) => amount / 100)
    }
    expect(amountsOf('next-day', 1, 2, 3)).toEqual([1500, 1500, 1500])
    expect(amountsOf('next-day', 2, 3)).toEqual([0, 3000, 1500])
    expect(amountsOf('remaining-days', 2, 3)).toEqual([0, 2250, 2250])
  })

  test('11: caps', () => {
    const rules = rulesFrom({
      species: [
        species('Sailfish', { released: flat(35) }),
        species('Tuna', { weighed: perPound(1, 1) }),
        species('Cobia', { weighed: perPound(1, 1) }),
      ],
      categories: [
        category({
          measure: 'points',
          limits: [
            { species: ['Sailfish'], most: 1 },
            { species: ['Tuna'], sumAtMost: 50 },
            { species: ['Cobia'], sumAtMost: 50 },
          ],
        }),
      ],
    })
    const sailfish = (entryId: string) => ({ entryId, species: 'Sailfish', released: true })
    const catches = catchesOf(
      ...times(2, sailfish('A')),
      { entryId: 'A', species: 'Tuna', weight: 3000 },
      { entryId: 'A', species: 'Cobia', weight: 2050 },
      ...times(2, { entryId: 'B', species: 'Tuna', weight: 3000 }),
    )
    const [board] = boardsOf(rules, boatsOf('A', 'B'), catches)
    expect(placesOn(board)).toEqual(['1 A 85.50', '2 B 50.00'])
    expect(board?.rows[0]?.fish.map(({ why }) => why)).toEqual([null, null, null, 'limit'])
  })

  test('12: a shared place, an odd cent', () => {
    const rules = rulesFrom({
      categories: [category(one)],
      pots: [pot({ added: 1000.01 })],
      awards: [award({ split: { percents: [[50, 30, 20]] } })],
    })
    const entries = boatsOf('A', 'B', 'C')
    expect(prizeTexts(rules, boardsOf(rules, entries, inOrder('A', 'B', 'C')), entries)).toEqual({
      award: ['1 A 500.01', '2 B 300.00', '3 C 200.00'],
    })
    const catches = catchesOf(
      { entryId: 'B', weight: 500 },
      { entryId: 'A', weight: 500 },
      { entryId: 'C', weight: 400 },
    )
    const boards = boardsOf(rules, entries, catches)
    expect(placesOn(boards[0])).toEqual(['=1 B 5.00', '=1 A 5.00', '3 C 4.00'])
    expect(prizeTexts(rules, boards, entries)).toEqual({ award: ['1 B 400.01', '1 A 400.00', '3 C 200.00'] })
  })

  test('13: one pot, two categories', () => {
    const rules = rulesFrom({
      species: [species('White Marlin'), species('Blue Marlin')],
      categories: [
        category({ key: 'white', species: ['White Marlin'], ...one }),
        category({ key: 'blue', species: ['Blue Marlin'], ...one }),
      ],
      pots: [pot({ added: 300_000 })],
      awards: ['white', 'blue'].map(key =>
        award({ key, category: key, percent: 50, split: { percents: [[60, 24, 16]] } }),
      ),
    })
    const entries = boatsOf('A', 'B', 'C')
    const fishOf = (name: string) =>
      inOrder('A', 'B', 'C').map(fish => ({ ...fish, id: `${name} ${fish.id}`, species: name }))
    const boards = boardsOf(rules, entries, [...fishOf('White Marlin'), ...fishOf('Blue Marlin')])
    const prizes = ['1 A 90000.00', '2 B 36000.00', '3 C 24000.00']
    expect(prizeTexts(rules, boards, entries)).toEqual({ white: prizes, blue: prizes })
  })

  test('14: pro rata', () => {
    const rules = rulesFrom({
      categories: [category(one)],
      pots: [pot()],
      awards: [award({ split: { amounts: [15_000], basedOn: 125 } })],
    })
    const prizeTextsWith = (boats: number) => {
      const entries = manyBoats(boats)
      return prizeTexts(rules, boardsOf(rules, entries, inOrder('B001')), entries)
    }
    expect(prizeTextsWith(100)).toEqual({ award: ['1 B001 12000.00'] })
    expect(prizeTextsWith(125)).toEqual({ award: ['1 B001 15000.00'] })
    expect(prizeTextsWith(126)).toEqual({ award: ['1 B001 15000.00'] })
  })
})
