import { describe, expect, test } from 'bun:test'
import { type Fish, makeRuledTournament } from './support/ruled-tournament.ts'
import { award, category, daysOf, one, pot } from './support/scoring.ts'

/** Examples 8 to 10 and 12 to 14 of published rulebooks, by the API; the others are in `worked-examples-points.test.ts`. */

const boats = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `B${String(index + 1).padStart(3, '0')}`)

/** A fish each, the first the heaviest. */
const inOrder = (names: readonly string[], species = 'Tuna'): [string, Fish][] =>
  names.map((name, index): [string, Fish] => [name, { species, weight: 100 - index }])

describe('worked examples of prizes', () => {
  test('8: few qualifiers (Blue Marlin Grand Championship 2017)', async () => {
    const optional = award({
      key: 'optional',
      pot: 'optional',
      split: { percents: [[100], [62, 38], [50, 30, 20]] },
    })
    const championship = await makeRuledTournament(
      {
        categories: [category(one)],
        pots: [pot({ fee: 7500 }), pot({ key: 'optional', entry: 'chosen', added: 33_300 })],
        awards: [award({ split: { percents: [[60, 25, 10, 5]] } }), optional],
      },
      boats(60),
    )
    for (const boat of ['B002', 'B005', 'B060']) await championship.enterPots(boat, 'optional')
    await championship.weighAll(...inOrder(boats(5)))
    expect(await championship.prizes()).toEqual({
      award: ['1 B001 270000.00', '2 B002 112500.00', '3 B003 45000.00', '4 B004 22500.00'],
      optional: ['1 B002 20646.00', '2 B005 12654.00'],
    })
    expect((await championship.awards()).pots.map(({ key, amount }) => [key, amount])).toEqual([
      ['pot', '450000.00'],
      ['optional', '33300.00'],
    ])
    await championship.weigh('B060', { weight: 1 })
    expect(await championship.prizes()).toMatchObject({
      optional: ['1 B002 16650.00', '2 B005 9990.00', '3 B060 6660.00'],
    })
  })

  test('9: an empty category (Blue Marlin Grand Championship 2023)', async () => {
    const species = ['tuna', 'dolphin', 'wahoo']
    const championship = await makeRuledTournament(
      {
        species: species.map(name => ({ name })),
        categories: species.map(key => category({ key, species: [key], ...one })),
        pots: [pot({ added: 90_000 })],
        awards: species.map(key =>
          award({
            ...{ key, category: key, percent: [1, 3], split: { percents: [[50, 30, 20]] } },
            unclaimed: { to: species.filter(other => other !== key) },
          }),
        ),
      },
      ['A', 'B', 'C'],
    )
    const amounts = async () => (await championship.awards()).awards.map(({ amount }) => amount)
    await championship.weighAll(...inOrder(['A', 'B', 'C'], 'Tuna'), ...inOrder(['A', 'B', 'C'], 'Dolphin'))
    const prizes = ['1 A 22500.00', '2 B 13500.00', '3 C 9000.00']
    expect(await amounts()).toEqual(['45000.00', '45000.00', '0.00'])
    expect(await championship.prizes()).toEqual({ tuna: prizes, dolphin: prizes, wahoo: [] })
    await championship.weighAll(...inOrder(['A', 'B', 'C'], 'Wahoo'))
    expect(await amounts()).toEqual(['30000.00', '30000.00', '30000.00'])
  })

  describe('10: a daily roll-over (BGFA)', () => {
    const amountsOf = async (unclaimed: string, ...days: number[]): Promise<string[]> => {
      const bgfa = await makeRuledTournament(
        {
          days: daysOf(3),
          species: [{ name: 'Sailfish', released: { flat: 100 } }],
          categories: [category({ days: 'each', measure: 'points' })],
          pots: [pot({ fee: 150 })],
          awards: [award({ unclaimed })],
        },
        boats(30),
      )
      for (const day of days) await bgfa.weigh('B001', { species: 'Sailfish', released: true, day })
      return (await bgfa.awards()).awards.map(({ amount }) => amount)
    }
    test('each day has its part', async () => {
      expect(await amountsOf('next-day', 1, 2, 3)).toEqual(['1500.00', '1500.00', '1500.00'])
    })
    test('a day without points adds to the next', async () => {
      expect(await amountsOf('next-day', 2, 3)).toEqual(['0.00', '3000.00', '1500.00'])
    })
    test('or to the remaining days (Frederick MSSA)', async () => {
      expect(await amountsOf('remaining-days', 2, 3)).toEqual(['0.00', '2250.00', '2250.00'])
    })
  })

  test('12: a shared place, an odd cent (CV Bass League)', async () => {
    const league = await makeRuledTournament(
      {
        categories: [category(one)],
        pots: [pot({ added: '1000.01' })],
        awards: [award({ split: { percents: [[50, 30, 20]] } })],
      },
      ['A', 'B', 'C'],
    )
    await league.weighAll(['B', { weight: 5 }], ['A', { weight: 6 }], ['C', { weight: 4 }])
    expect(await league.prizes()).toEqual({ award: ['1 A 500.01', '2 B 300.00', '3 C 200.00'] })
    await league.weigh('B', { weight: 6 })
    expect(await league.places()).toEqual(['=1 A 6', '=1 B 6', '3 C 4'])
    expect(await league.prizes()).toEqual({ award: ['=1 A 400.01', '=1 B 400.00', '3 C 200.00'] })
  })

  test('13: one pot, two categories (White Marlin Open)', async () => {
    const species = ['White Marlin', 'Blue Marlin']
    const open = await makeRuledTournament(
      {
        species: species.map(name => ({ name })),
        categories: [
          category({ key: 'white', species: ['White Marlin'], ...one }),
          category({ key: 'blue', species: ['Blue Marlin'], ...one }),
        ],
        pots: [pot({ added: 300_000 })],
        awards: ['white', 'blue'].map(key =>
          award({ key, category: key, percent: 50, split: { percents: [[60, 24, 16]] } }),
        ),
      },
      ['A', 'B', 'C'],
    )
    for (const name of species) await open.weighAll(...inOrder(['A', 'B', 'C'], name))
    const prizes = ['1 A 90000.00', '2 B 36000.00', '3 C 24000.00']
    expect(await open.prizes()).toEqual({ white: prizes, blue: prizes })
  })

  describe('14: pro rata (Hooked on Miracles 2019)', () => {
    test.each([
      [100, '12000.00'],
      [125, '15000.00'],
    ])('%d boats', async (count, first) => {
      const miracles = await makeRuledTournament(
        {
          categories: [category(one)],
          pots: [pot()],
          awards: [award({ split: { amounts: [15_000], basedOn: 125 } })],
        },
        boats(count),
      )
      await miracles.weigh('B001', { weight: 40 })
      expect(await miracles.prizes()).toEqual({ award: [`1 B001 ${first}`] })
    })
  })
})
