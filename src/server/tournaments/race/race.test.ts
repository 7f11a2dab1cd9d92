import { describe, expect, test } from 'bun:test'
import { day, hour, minute } from '#contract/time.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { leadChangesOf, placesOf } from '#contract/tournaments/race-places.ts'
import type { RankingInput } from '#server/tournaments/entries/index.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addCatch, addEntry, addScene } from '../../../../tests/support/factories.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { category, daysOf, noon } from '../../../../tests/support/scoring.ts'
import { raceSteps } from './race.rules.ts'

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
    weighedAt: at * minute,
  })),
  overrides: new Map(),
  scoring: null,
  ...more,
})

function raceOf(input: RankingInput, mostFrames: number): Race {
  const steps = raceSteps(input, mostFrames)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** "a 1 300, b 2 200" after each frame. */
const story = (race: Race, nameOf = (id: string) => id) =>
  placesOf(race).map(places =>
    [...places]
      .sort(([, a], [, b]) => a.place - b.place)
      .map(([id, { place, amount, tied }]) => `${nameOf(id)} ${tied ? 'T' : ''}${place} ${amount}`)
      .join(', '),
  )

describe('raceSteps', () => {
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
    const statedCatches = input.catches.map(each =>
      each.weight === 15_000 ? { ...each, weighedAt: minute } : each,
    )
    expect(story(raceOf({ ...input, catches: statedCatches }, 9))).toEqual(['a 1 150', 'b 1 200, a 2 150'])
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
    const race = raceOf(inputOf(['a'], fish), 100)
    // The first is where `a` takes the lead.
    const expected = [0, ...Array.from({ length: 99 }, (_, n) => 19 + 10 * n)]
    expect(race.frames.map(({ at }) => Date.parse(at) / minute)).toEqual(expected)
    expect(story(race).at(-1)).toBe('a 1 1000')
  })

  test('keeps each moment at which the lead changes, within the limit', () => {
    // `a` leads, `b` takes the lead for one weigh-in at a time; `c` is behind.
    const fish = Array.from({ length: 1000 }, (_, n): Fish => {
      if (n % 200 === 101) return ['b', 500 + n, n]
      if (n % 200 === 102) return ['a', 500 + n, n]
      return n === 0 ? ['a', 400, n] : ['c', n / 100, n]
    })
    const input = inputOf(['a', 'b', 'c'], fish)
    const leads = leadChangesOf(raceOf(input, 1000))
    expect(leads).toHaveLength(11)
    const short = raceOf(input, 30)
    expect(short.frames.length).toBeLessThanOrEqual(30)
    expect(leadChangesOf(short)).toEqual(leads)
    expect(raceOf(input, 5).frames).toHaveLength(5)
    expect(story(raceOf(input, 5)).at(-1)).toBe(story(raceOf(input, 1000)).at(-1) ?? '')
  })

  test('computes at most four times as many boards as frames', () => {
    const fish = Array.from({ length: 1000 }, (_, n): Fish => [n % 2 === 0 ? 'a' : 'b', 1 + n, n])
    let boards = 0
    for (const _ of raceSteps(inputOf(['a', 'b'], fish), 20)) boards += 1
    expect(boards).toBeLessThanOrEqual(80)
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
    const gatedApp = await makeTestApp({ SITE_GATE: 'on' })
    const scene = await addScene(gatedApp.db)
    expect((await gatedApp.page(`/api/tournaments/${scene.tournament}/race`)).status).toBe(403)
  })

  test('ends with the positions of the entries; a correction and a deletion change what was', async () => {
    const app = await makeTestApp()
    const { db } = app
    const { tournament, organiser, entry } = await addScene(db)
    const other = await addEntry(db, { tournament_id: tournament })
    const withdrawn = await addEntry(db, { tournament_id: tournament, withdrawn_at: 1 })
    await addCatch(db, { entry_id: withdrawn, weight_hundredths: 90_000 })
    const start = Date.now()
    const call = async (method: string, path: string, json: object) => {
      const answer = await app.page(path, { method, json, cookie: organiser.cookie })
      expect(answer.status).toBeLessThan(300)
      return answer
    }
    const weigh = async (boat: typeof entry, weight: number, minutes: number): Promise<string> => {
      app.setNow(start + minutes * minute)
      const fish = { species: 'Wahoo', weight }
      const { id } = await (await call('POST', `/api/tournament-entries/${boat}/catches`, fish)).json()
      return id
    }
    const first = await weigh(entry, 200, 1)
    const second = await weigh(other, 300, 2)
    const names = new Map<string, string>([
      [entry, 'one'],
      [other, 'two'],
    ])
    const read = async () =>
      story(await (await app.page(`/api/tournaments/${tournament}/race`)).json(), id => names.get(id) ?? '?')
    expect(await read()).toEqual(['one 1 200', 'two 1 300, one 2 200'])
    await call('PATCH', `/api/catches/${first}`, { weight: 350 })
    expect(await read()).toEqual(['one 1 350', 'one 1 350, two 2 300'])
    await call('DELETE', `/api/catches/${second}`, {})
    expect(await read()).toEqual(['one 1 350'])
  })

  test('follows rules with five fish: shared places, and the sum of the best', async () => {
    const cup = await makeRuledTournament(fiveFish, ['A', 'B'])
    const fish: [string, number][] = [
      ['A', 10],
      ['B', 10],
      ['A', 1],
      ...[2, 3, 4, 5].map((weight): [string, number] => ['A', weight]),
    ]
    for (const [n, [boat, weight]] of fish.entries())
      await cup.weigh(boat, { weight, weighedAt: new Date(noon + (n + 1) * hour * 0.5).toISOString() })
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

  test('where each day has its board, a day has its own lead, also of the same boat with a smaller fish', async () => {
    const rules = { days: daysOf(2), categories: [category({ days: 'each', limits: [{ most: 1 }] })] }
    const cup = await makeRuledTournament(rules, ['A', 'B'])
    const fish: [boat: string, weight: number, day: number][] = [
      ['A', 500, 1],
      ['B', 400, 1],
      ['A', 30, 2],
      ['B', 40, 2],
    ]
    for (const [n, [boat, weight, on]] of fish.entries()) {
      const caughtAt = noon + (on - 1) * day + n * minute
      await cup.weigh(boat, { weight, caughtAt, weighedAt: new Date(caughtAt + minute).toISOString() })
    }
    const race: Race = await (await cup.page(`${cup.path}/race`)).json()
    const leads = leadChangesOf(race).map(({ entryId, amount, margin }) => [entryId, amount, margin])
    expect(leads).toEqual([
      [cup.entryId('A'), 500, null],
      [cup.entryId('A'), 30, null],
      [cup.entryId('B'), 40, 10],
    ])
    expect(race.frames.map(frame => frame.day)).toEqual(['Day 1', 'Day 1', 'Day 2', 'Day 2'])
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
