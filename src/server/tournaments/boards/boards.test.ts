import { beforeAll, describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import type { BoardLine } from '#contract/tournaments/scores.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { makeTestApp, nextOf, type TestApp } from '../../../../tests/support/app.ts'
import {
  addRuledTournament,
  billfishRules,
  releaseOf,
  weighInOf,
} from '../../../../tests/support/billfish-tournament.ts'
import { addCatch, addScene, addSigned, type Signed } from '../../../../tests/support/factories.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { category, noon } from '../../../../tests/support/scoring.ts'

let site: TestApp
let ana: Signed
let world: Awaited<ReturnType<typeof addRuledTournament>>

beforeAll(async () => {
  site = await makeTestApp()
  ana = await addSigned(site.db)
  const now = Date.now()
  site.setNow(now)
  world = await addRuledTournament(
    site.db,
    { start: now - 4 * hour, by: ana.id },
    {
      'Reel Deal': {
        fish: [
          releaseOf('Blue Marlin', 10),
          weighInOf('Blue Marlin', 412, 20, { length_hundredths: 11_200, marks: '["gaffed"]' }),
          weighInOf('Tuna', 8, 30),
        ],
      },
      'Lady Luck': {
        fish: [releaseOf('Sailfish', 15), releaseOf('Sailfish', 40), weighInOf('Wahoo', 50, 60)],
      },
      'Sea Esta': {
        fish: [releaseOf('White Marlin', 5), releaseOf('White Marlin', 50), weighInOf('Tuna', 60, 70)],
      },
      'Knot Today': {
        fish: [releaseOf('Blue Marlin', 1)],
        entry: { disqualified_at: now, disqualified_by: ana.id, disqualified_reason: 'Two lines' },
      },
      Skunked: {},
    },
  )
})

const read = async (query = ''): Promise<{ lines: BoardLine[]; next: string | undefined }> => {
  const answer = await site.page(`/api/tournaments/${world.tournament}/board${query}`, { cookie: ana.cookie })
  expect(answer.status).toBe(200)
  const next = nextOf(answer)
  return { lines: await answer.json(), next: next?.slice(next.indexOf('?')) }
}
const nameOf = ({ entryId }: BoardLine) => Object.entries(world.entries).find(([, id]) => id === entryId)?.[0]
/** Boats that tie by name: their order is that of random ids. */
const summary = (lines: readonly BoardLine[]) =>
  lines
    .map(line => [line.place, line.tied, nameOf(line), line.total, line.taken, line.listed] as const)
    .sort((a, b) => (a[0] === b[0] ? ((a[2] ?? '') < (b[2] ?? '') ? -1 : 1) : 0))

describe('a board', () => {
  test('is the main one by default, with places that are shared and all fish', async () => {
    const { lines } = await read()
    expect(summary(lines)).toEqual([
      [1, false, 'Reel Deal', 812, 2, 3],
      [2, true, 'Lady Luck', 250, 2, 3],
      [2, true, 'Sea Esta', 250, 2, 3],
      [null, false, 'Knot Today', 0, 0, 1],
      [null, false, 'Skunked', 0, 0, 0],
    ])
    expect(lines[0]?.fish).toMatchObject([
      {
        species: 'Blue Marlin',
        weight: 412,
        length: 112,
        marks: ['gaffed'],
        score: 412,
        taken: true,
        why: null,
      },
      { species: 'Blue Marlin', released: true, score: 400, taken: true },
      { species: 'Tuna', weight: 8, score: null, taken: false, why: 'species' },
    ])
    expect(lines[0]?.fish[1]).not.toHaveProperty('weight')
  })

  test('of a category lists its own fish; one of fish has no line of others', async () => {
    const blue = await read('?category=heaviest-blue-marlin')
    expect(summary(blue.lines).slice(0, 2)).toEqual([
      [1, false, 'Reel Deal', 412, 1, 1],
      [null, false, 'Knot Today', 0, 0, 1],
    ])
    const tuna = await read('?category=tuna&day=Friday')
    expect(summary(tuna.lines)).toEqual([
      [1, false, 'Sea Esta', 60, 1, 1],
      [null, false, 'Reel Deal', 0, 0, 1],
    ])
    expect(tuna.lines[1]?.fish[0]).toMatchObject({ why: 'under', weight: 8 })
    expect((await read('?category=tuna')).lines).toEqual(tuna.lines)
    expect((await read('?category=tuna&day=Saturday')).lines).toEqual([])
    expect((await read('?category=unknown')).lines).toEqual([])
  })

  test('comes in pages, with as many fish as asked for', async () => {
    const first = await read('?limit=2&fish=1')
    expect(first.lines.map(({ fish, listed }) => [fish.length, listed])).toEqual([
      [1, 3],
      [1, 3],
    ])
    const second = await read(first.next)
    expect(second.lines.map(({ place }) => place)).toEqual([2, null])
    expect((await read(second.next)).next).toBeUndefined()
    const bad = await site.page(`/api/tournaments/${world.tournament}/board?cursor=x`, { cookie: ana.cookie })
    expect(bad.status).toBe(400)
  })

  test('names the cost of penalties, which the total is less by', async () => {
    const start = Date.now() - 4 * hour
    const penalty = { per: 'minute', categories: null, outFrom: null } as const
    const { tournament, entries } = await addRuledTournament(
      site.db,
      {
        start,
        by: ana.id,
        rules: {
          ...billfishRules(start),
          penalties: [{ ...penalty, key: 'late', name: 'Late', weight: 0, points: 25.5 }],
        },
      },
      {
        'Reel Deal': { fish: [releaseOf('Blue Marlin', 10)] },
        'Sea Esta': { fish: [releaseOf('Blue Marlin', 12)] },
      },
    )
    const { 'Reel Deal': entry } = entries
    if (!entry) throw new Error('an entry')
    await addRows(site.db, 'penalties', {
      ...{ id: newId<'penalty'>(), key: 'late', day: 'Friday', count: 2 },
      ...{ entry_id: entry, recorded_by: ana.id, created_at: start },
    })
    const lines: BoardLine[] = await (await site.page(`/api/tournaments/${tournament}/board`)).json()
    expect(lines.map(({ place, total, penalty }) => [place, total, penalty])).toEqual([
      [1, 400, undefined],
      [2, 349, 51],
    ])
    const html = await (await site.page(`/tournament/${tournament}/race`)).text()
    expect(html).toContain('<span>Penalties</span><b>−51 points</b>')
  })

  test('follows a weigh-in', async () => {
    const fish = { species: 'Sailfish', released: true }
    const weigh = await site.page(`/api/tournament-entries/${world.entries.Skunked}/catches`, {
      json: fish,
      cookie: ana.cookie,
    })
    expect(weigh.status).toBe(201)
    expect(summary((await read()).lines)[3]).toEqual([4, false, 'Skunked', 125, 1, 1])
  })

  test('is empty without rules, which the tournament tells', async () => {
    const { tournament } = await addScene(site.db)
    const board = await site.page(`/api/tournaments/${tournament}/board`, { cookie: ana.cookie })
    expect(await board.json()).toEqual([])
    const get = async (id: string): Promise<Tournament> =>
      (await site.page(`/api/tournaments/${id}`, { cookie: ana.cookie })).json()
    expect(await get(tournament)).not.toHaveProperty('ruled')
    const ruledTournament = await get(world.tournament)
    expect(ruledTournament.ruled).toBe(true)
    expect(ruledTournament.entries[0]?.score).toEqual({ value: '812.00', unit: 'points', fish: 2 })
    expect(ruledTournament.entries[1]?.score).toEqual({
      value: '250.00',
      unit: 'points',
      fish: 2,
      tied: true,
    })
  })
})

test('fish without a place stay in the order of weighing in, however rows are stored', async () => {
  const rules = { species: [{ name: 'Tuna' }], categories: [category({ rank: 'fish' })] }
  const cup = await makeRuledTournament(rules, ['Reel Deal'])
  const shark = { entry_id: cup.entryId('Reel Deal'), species: 'Shark', caught_at: noon }
  const last = await addCatch(cup.db, { ...shark, created_at: noon + 2 })
  const first = await addCatch(cup.db, { ...shark, created_at: noon + 1 })
  const { rows } = await cup.board()
  expect(rows.map(({ fish }) => fish[0]?.catchId)).toEqual([first, last])
})
