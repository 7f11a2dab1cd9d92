import { describe, expect, test } from 'bun:test'
import { minute } from '#contract/time.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { leadChangesOf, placesOf } from '#contract/tournaments/race-places.ts'
import type { RankingInput } from '#server/tournaments/entries/index.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addCatch, addEntry, addScene } from '../../../../tests/support/factories.ts'
import { category, daysOf, makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { raceOf } from './race.rules.ts'

type Fish = [entry: string, weight: number, minutes: number]

const inputOf = (entryIds: string[], fish: Fish[], more: Partial<RankingInput> = {}): RankingInput => ({
  entryIds,
  catches: fish.map(([entryId, weight, at], n) => ({
    id: `fish ${n}`,
    entryId,
    weight: weight * 100,
    species: 'Wahoo',
    caughtAt: n,
    recordedAt: at * minute,
  })),
  overrides: new Map(),
  ruled: null,
  ...more,
})

/** "a 1 300, b 2 200" after each frame. */
const story = (race: Race, nameOf = (id: string) => id) =>
  placesOf(race).map(places =>
    [...places]
      .sort(([, a], [, b]) => a.place - b.place)
      .map(([id, { place, amount, tied }]) => `${nameOf(id)} ${tied ? 'T' : ''}${place} ${amount}`)
      .join(', '),
  )

describe('raceOf', () => {
  test('has no frames without a weigh-in', () => {
    expect(raceOf(inputOf(['a'], []), 9)).toEqual({ board: null, unit: 'lbs', entries: [], frames: [] })
  })

  test('follows the weigh-ins in their order; the earlier of equal weights leads', () => {
    const race = raceOf(
      inputOf(
        ['a', 'b', 'c'],
        [
          ['a', 300, 1],
          ['b', 200, 2],
          ['b', 300, 3],
          ['c', 412.5, 5],
          ['a', 100, 4],
        ],
      ),
      9,
    )
    // The fourth weigh-in changes nothing.
    expect(race.frames.map(({ at }) => Date.parse(at) / minute)).toEqual([1, 2, 3, 5])
    expect(story(race)).toEqual([
      'a 1 300',
      'a 1 300, b 2 200',
      'a 1 300, b 2 300',
      'c 1 412.5, a 2 300, b 3 300',
    ])
    expect(leadChangesOf(race)).toEqual([
      { entryId: 'a', at: race.frames[0]?.at ?? '', amount: 300, margin: null },
      { entryId: 'c', at: race.frames[3]?.at ?? '', amount: 412.5, margin: 112.5 },
    ])
  })

  test('has one frame for weigh-ins at the same time, by the stated time', () => {
    const input = inputOf(
      ['a', 'b'],
      [
        ['a', 100, 2],
        ['b', 200, 2],
        ['a', 150, 9],
      ],
    )
    const stated = input.catches.map(each => (each.weight === 15_000 ? { ...each, weighedAt: minute } : each))
    expect(story(raceOf({ ...input, catches: stated }, 9))).toEqual(['a 1 150', 'b 1 200, a 2 150'])
  })

  test('a decided position holds, once the boat has a catch', () => {
    const fish: Fish[] = [
      ['a', 300, 1],
      ['b', 200, 2],
    ]
    const race = raceOf(inputOf(['a', 'b'], fish, { overrides: new Map([['b', 1]]) }), 9)
    expect(story(race)).toEqual(['a 2 300', 'b 1 200, a 2 300'])
  })

  test('leaves out moments evenly, and never the last', () => {
    const fish = Array.from({ length: 1000 }, (_, n): Fish => ['a', 1 + n, n])
    const input = inputOf(['a'], fish)
    const race = raceOf(input, 100)
    expect(race.frames).toHaveLength(100)
    expect(story(race).at(-1)).toBe('a 1 1000')
    expect(raceOf(input, 100)).toEqual(race)
  })
})

const fiveFish = {
  unit: 'lb',
  days: daysOf(1),
  categories: [category({ key: 'bag', name: 'Five Fish', limits: [{ most: 5 }], ties: [] })],
}

describe('GET /api/tournaments/:id/race', () => {
  test('answers 404 for a tournament that is not there, 403 while the site is locked', async () => {
    const { page, db } = await makeTestApp()
    expect((await page('/api/tournaments/nope/race')).status).toBe(404)
    expect((await page(`/api/tournaments/${crypto.randomUUID()}/race`)).status).toBe(404)
    const { tournament } = await addScene(db)
    expect((await page(`/api/tournaments/${tournament}/race`)).status).toBe(200)
    const locked = await makeTestApp({ SITE_GATE: 'on' })
    const scene = await addScene(locked.db)
    expect((await locked.page(`/api/tournaments/${scene.tournament}/race`)).status).toBe(403)
  })

  test('ends with the positions of the entries; a correction and a deletion change what was', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, entry } = await addScene(db)
    const other = await addEntry(db, { tournament_id: tournament })
    const withdrawn = await addEntry(db, { tournament_id: tournament, withdrawn_at: 1 })
    const add = (entry_id: typeof entry, weight_hundredths: number, created_at: number) =>
      addCatch(db, { entry_id, weight_hundredths, created_at })
    await add(withdrawn, 90_000, 1)
    const first = await add(entry, 20_000, minute)
    const second = await add(other, 30_000, 2 * minute)
    const names = new Map<string, string>([
      [entry, 'one'],
      [other, 'two'],
    ])
    const read = async () =>
      story(await (await page(`/api/tournaments/${tournament}/race`)).json(), id => names.get(id) ?? '?')
    expect(await read()).toEqual(['one 1 200', 'two 1 300, one 2 200'])
    await db.updateTable('catches').set({ weight_hundredths: 35_000 }).where('id', '=', first).execute()
    expect(await read()).toEqual(['one 1 350', 'one 1 350, two 2 300'])
    await db.deleteFrom('catches').where('id', '=', second).execute()
    expect(await read()).toEqual(['one 1 350'])
  })

  test('follows rules with five fish: shared places, and the sum of the best', async () => {
    const cup = await makeRuledTournament(fiveFish, ['A', 'B'])
    await cup.weighAll(
      ['A', { weight: 10 }],
      ['B', { weight: 10 }],
      ['A', { weight: 1 }],
      ...[2, 3, 4, 5].map((weight): [string, { weight: number }] => ['A', { weight }]),
    )
    // All are weighed in at the same time of the clock.
    for (const [n, { id }] of (
      await cup.db.selectFrom('catches').select('id').orderBy('caught_at').execute()
    ).entries())
      await cup.db
        .updateTable('catches')
        .set({ weighed_at: (n + 1) * minute })
        .where('id', '=', id)
        .execute()
    const race: Race = await (await cup.page(`${cup.path}/race`)).json()
    const nameOf = (id: string) => (id === cup.entryId('A') ? 'A' : 'B')
    expect([race.board, race.unit]).toEqual(['Five Fish', 'lbs'])
    expect(story(race, nameOf)).toEqual([
      'A 1 10',
      'A T1 10, B T1 10',
      'A 1 11, B 2 10',
      'A 1 13, B 2 10',
      'A 1 16, B 2 10',
      'A 1 20, B 2 10',
      'A 1 24, B 2 10',
    ])
    expect(leadChangesOf(race).map(({ amount, margin }) => [amount, margin])).toEqual([
      [10, null],
      [11, 1],
    ])
    const board = await cup.board()
    expect(story(race, nameOf).at(-1)).toBe(
      board.rows.map(row => `${nameOf(row.entryId)} ${row.place} ${row.total}`).join(', '),
    )
  })

  test('adds up release points', async () => {
    const rules = {
      unit: 'lb',
      days: daysOf(1),
      species: [{ name: 'Blue Marlin', released: { flat: 400 } }],
      categories: [category({ measure: 'points' })],
    }
    const cup = await makeRuledTournament(rules, ['A', 'B'])
    await cup.weighAll(
      ['A', { species: 'Blue Marlin', released: true }],
      ['B', { species: 'Blue Marlin', released: true }],
      ['B', { species: 'Blue Marlin', released: true }],
    )
    const race: Race = await (await cup.page(`${cup.path}/race`)).json()
    const nameOf = (id: string) => (id === cup.entryId('A') ? 'A' : 'B')
    expect(race.unit).toBe('points')
    expect(story(race, nameOf).at(-1)).toBe('B 1 800, A 2 400')
  })
})
