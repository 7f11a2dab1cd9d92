import { describe, expect, test } from 'bun:test'
import { day } from '#contract/time.ts'
import { type Fish, makeRuledTournament } from './support/ruled-tournament.ts'
import { award, category, daysOf, noon, one, pot } from './support/scoring.ts'

/** Examples 1 to 7 and 11 of published rulebooks, by the API; the others are in `worked-examples-prizes.test.ts`. */

const times = (count: number, ...fish: [string, Fish]): [string, Fish][] =>
  Array<[string, Fish]>(count).fill(fish)
const white: Fish = { species: 'White Marlin', released: true }
const blue: Fish = { species: 'Blue Marlin', released: true }

describe('worked examples of scores', () => {
  test('1: points, a real tie (White Marlin Open 2024)', async () => {
    const open = await makeRuledTournament(
      {
        species: [
          { name: 'White Marlin', weighed: { perPound: [1, 1] }, released: { flat: 70 } },
          { name: 'Blue Marlin', weighed: { perPound: [1, 3] }, released: { flat: 175 } },
        ],
        categories: [category({ measure: 'points', ties: ['first-to-reach'] })],
      },
      ['MaxBet', 'Catch 23', 'Taylor Jean', 'Sequel', 'Bobojo'],
    )
    await open.weighAll(
      ...times(9, 'Sequel', white),
      ...times(2, 'Sequel', blue),
      ...times(11, 'Taylor Jean', white),
      ...times(6, 'Catch 23', white),
      ...times(2, 'Catch 23', blue),
      ...times(8, 'MaxBet', white),
      ['MaxBet', blue],
      ...times(11, 'Bobojo', white),
      ['Bobojo', { species: 'Blue Marlin', weight: 789 }],
    )
    expect(await open.places()).toEqual([
      '1 Bobojo 1033',
      '2 Sequel 980',
      '3 Taylor Jean 770',
      '4 Catch 23 770',
      '5 MaxBet 735',
    ])
  })

  test('2: fish that won elsewhere (Million Dollar Marlin 2020)', async () => {
    const marlin = await makeRuledTournament(
      {
        species: [{ name: 'Blue Marlin', weighed: { perPound: [1, 1] }, released: { flat: 625 } }],
        categories: [
          category({ key: 'heaviest', how: 'weighed', ...one }),
          category({ key: 'points', measure: 'points', passOver: [{ category: 'heaviest', by: 'fish' }] }),
        ],
        pots: [pot()],
        awards: [award({ category: 'points', split: { amounts: [145_000, 100_000, 75_000] } })],
      },
      ['A', 'B', 'C', 'D'],
    )
    await marlin.weighAll(
      ['A', { species: 'Blue Marlin', weight: 564 }],
      ['A', blue],
      ['B', { species: 'Blue Marlin', weight: 496 }],
      ['B', blue],
      ...times(3, 'C', blue),
      ...times(2, 'D', blue),
    )
    expect(await marlin.places('heaviest')).toEqual(['1 A 564', '2 B 496', '- C 0', '- D 0'])
    expect(await marlin.places('points')).toEqual(['1 C 1875', '2 D 1250', '3 B 1121', '4 A 625'])
    expect((await marlin.board('points')).rows[3]?.fish.map(({ why }) => why)).toEqual([null, 'passed-over'])
    expect(await marlin.prizes()).toEqual({ award: ['1 C 145000.00', '2 D 100000.00', '3 B 75000.00'] })
  })

  test('3: only boats in the pot (Bisbee’s 2011)', async () => {
    const bisbees = await makeRuledTournament(
      {
        days: daysOf(1),
        categories: [category({ days: 'each', ...one })],
        pots: [
          pot({ key: 'small', entry: 'chosen', added: 394_090 }),
          pot({ key: 'large', entry: 'chosen', added: 1_162_842 }),
        ],
        awards: [award({ key: 'small', pot: 'small' }), award({ key: 'large', pot: 'large' })],
      },
      ['Bad Medicine', 'Tiger Spirit', 'Without a fish'],
    )
    await bisbees.enterPots('Bad Medicine', 'small')
    await bisbees.enterPots('Tiger Spirit', 'small', 'large')
    await bisbees.enterPots('Without a fish', 'large')
    await bisbees.weighAll(['Bad Medicine', { weight: 409 }], ['Tiger Spirit', { weight: 395 }])
    expect(await bisbees.prizes()).toEqual({
      'small Day 1': ['1 Bad Medicine 394090.00'],
      'large Day 1': ['1 Tiger Spirit 1162842.00'],
    })
  })

  test('3: the heavier fish earns less (Big Rock 2020)', async () => {
    const bigRock = await makeRuledTournament(
      {
        categories: [category(one)],
        pots: [pot({ added: 223_000 }), pot({ key: 'levels', entry: 'chosen', added: 1_000_000 })],
        awards: [award(), award({ key: 'levels', pot: 'levels' })],
      },
      ['Sea Striker', 'Pelagic Hunter II'],
    )
    await bigRock.enterPots('Sea Striker', 'levels')
    await bigRock.weighAll(['Sea Striker', { weight: 495 }], ['Pelagic Hunter II', { weight: 495.2 }])
    expect(await bigRock.places()).toEqual(['1 Pelagic Hunter II 495.2', '2 Sea Striker 495'])
    expect(await bigRock.prizes()).toEqual({
      award: ['1 Pelagic Hunter II 223000.00'],
      levels: ['1 Sea Striker 1000000.00'],
    })
  })

  const under = { flat: 25, perPoundShort: [2, 1] }
  const marlinUnder = (...costs: object[]) => ({
    species: [{ name: 'Blue Marlin', minWeight: 300, weighed: { perPound: [1, 1] }, under: costs }],
  })

  test('4: under the minimum (Bisbee’s 2011)', async () => {
    const bisbees = await makeRuledTournament(
      { ...marlinUnder({ from: 0, ...under }), categories: [category({ measure: 'points' })] },
      ['280', '201'],
    )
    await bisbees.weighAll(
      ['280', { species: 'Blue Marlin', weight: 280 }],
      ['201', { species: 'Blue Marlin', weight: 201 }],
    )
    expect(await bisbees.places()).toEqual(['- 280 -65', '- 201 -223'])
    expect((await bisbees.board()).rows[0]?.fish).toMatchObject([{ score: -65, taken: false, why: 'under' }])
  })

  test('4: 285 to 299 lb costs overall only (addendum of 2021)', async () => {
    const bisbees = await makeRuledTournament(
      {
        days: daysOf(1),
        ...marlinUnder({ from: 285, ...under, categories: ['overall'] }, { from: 0, ...under }),
        categories: [
          category({ key: 'overall', measure: 'points' }),
          category({ key: 'daily', measure: 'points', days: 'each' }),
        ],
      },
      ['290', '280'],
    )
    await bisbees.weighAll(
      ['290', { species: 'Blue Marlin', weight: 290 }],
      ['280', { species: 'Blue Marlin', weight: 280 }],
    )
    expect(await bisbees.places('overall')).toEqual(['- 290 -45', '- 280 -65'])
    expect(await bisbees.places('daily', 'Day 1')).toEqual(['- 290 0', '- 280 -65'])
  })

  test('5: a tie by a mark (White Marlin Open 2018)', async () => {
    const marlin = { species: 'White Marlin', weight: 83 }
    const rules = (ties: object[]) => ({
      marks: [{ key: 'gaffed', name: 'Gaffed' }],
      categories: [category({ ...one, ties })],
      pots: [pot()],
      awards: [award({ split: { amounts: [2_584_260, 129_784] } })],
    })
    const open = await makeRuledTournament(rules([{ fewest: 'gaffed' }]), ['Giron', 'Jimenez'])
    await open.weighAll(
      ['Giron', { ...marlin, marks: ['gaffed'], caughtAt: noon }],
      ['Jimenez', { ...marlin, caughtAt: noon + day }],
    )
    expect(await open.places()).toEqual(['1 Jimenez 83', '2 Giron 83'])
    expect(await open.prizes()).toEqual({ award: ['1 Jimenez 2584260.00', '2 Giron 129784.00'] })
    // The earlier fish wins, as without rules.
    await open.putRules(
      { ...rules([]), categories: [category({ ...one, ties: ['first-caught'] })] },
      'As now',
    )
    expect(await open.places()).toEqual(['1 Giron 83', '2 Jimenez 83'])
  })

  test('6: a bass bag (Minnesota Junior Bass Nation)', async () => {
    const bass = await makeRuledTournament(
      {
        days: daysOf(1),
        marks: [{ key: 'dead', name: 'Dead', weight: -0.25 }],
        penalties: [{ key: 'late', name: 'Late', per: 'minute', weight: 1, outFrom: 15 }],
        categories: [
          category({ key: 'bag', limits: [{ mostPerDay: 5 }] }),
          category({ key: 'big-bass', ...one }),
        ],
      },
      ['On time', 'Late', 'Out'],
    )
    const bag = (boat: string, ...marks: string[]): [string, Fish][] =>
      [4.1, 3.85, 3.2, 2.95, 2.4].map((weight, index) => [
        boat,
        { species: 'Bass', weight, ...(index === 3 && { marks }) },
      ])
    await bass.weighAll(...bag('On time'), ...bag('Late', 'dead'), ...bag('Out'))
    await bass.penalize('Late', 'late', 3, 'Day 1')
    await bass.penalize('Out', 'late', 15, 'Day 1')
    expect(await bass.places('bag')).toEqual(['1 On time 16.5', '2 Late 13.25', '- Out -15'])
    expect(await bass.places('big-bass')).toEqual(['1 On time 4.1', '2 Late 1.1', '- Out -15'])
    expect((await bass.board('bag')).rows[2]?.fish.map(({ why }) => why)).toEqual(Array(5).fill('penalty'))
  })

  test('7: ties in order, and a fish-off for the first place (Bassmaster)', async () => {
    const elite = await makeRuledTournament(
      {
        unit: 'oz',
        days: daysOf(4),
        marks: [{ key: 'dead', name: 'Dead', weight: -4 }],
        categories: [
          category({ limits: [{ mostPerDay: 5 }], ties: ['most-fish', { fewest: 'dead' }, 'best-day'] }),
        ],
      },
      ['Iaconelli', 'Hite', 'First', 'Also first'],
    )
    /** Five fish a day. */
    const bags = (boat: string, ...ounces: number[]): [string, Fish][] =>
      ounces.flatMap((sum, index) =>
        [0, 0, 0, 0, sum % 5].map((rest): [string, Fish] => [
          boat,
          { species: 'Bass', ounces: Math.floor(sum / 5) + rest, day: index + 1 },
        ]),
      )
    await elite.weighAll(...bags('Iaconelli', 250, 250, 250, 249), ...bags('Hite', 243, 243, 243, 270))
    expect(await elite.places()).toEqual(['1 Hite 999', '2 Iaconelli 999', '- First 0', '- Also first 0'])
    await elite.weighAll(...bags('First', 260, 260, 260, 260), ...bags('Also first', 260, 260, 260, 260))
    const others = ['3 Hite 999', '4 Iaconelli 999']
    expect(await elite.places()).toEqual(['=1 First 1040', '=1 Also first 1040', ...others])
    await elite.decideTie('main', ['Also first', 'First'])
    expect(await elite.places()).toEqual(['1 Also first 1040', '2 First 1040', ...others])
  })

  test('11: caps (Ladies Fish-Off)', async () => {
    const ladies = await makeRuledTournament(
      {
        species: [
          { name: 'Sailfish', released: { flat: 35 } },
          { name: 'Tuna', weighed: { perPound: [1, 1] } },
          { name: 'Cobia', weighed: { perPound: [1, 1] } },
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
      },
      ['A', 'B'],
    )
    await ladies.weighAll(
      ...times(2, 'A', { species: 'Sailfish', released: true }),
      ['A', { species: 'Tuna', weight: 30 }],
      ['A', { species: 'Cobia', weight: 20.5 }],
      ...times(2, 'B', { species: 'Tuna', weight: 30 }),
    )
    expect(await ladies.places()).toEqual(['1 A 85.5', '2 B 50'])
    expect((await ladies.board()).rows[0]?.fish.map(({ why }) => why)).toEqual([null, null, null, 'limit'])
  })
})
