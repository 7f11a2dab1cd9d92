import { describe, expect, test } from 'bun:test'
import type { BoatId } from '#contract/ids.ts'
import type { BoatEntry, BoatProfile, TournamentBoat } from '#contract/tournaments/boat-profiles.ts'
import { makeTestApp, nextOf, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addFunding,
  addScene,
  addTournament,
  addUpdate,
  addUser,
} from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { addPost } from '../../../../tests/support/posts.ts'
import { callsOf } from '../../../../tests/support/scene.ts'
import { withdrawEntry } from '../../../../tests/support/states.ts'
import { backPer100 } from './boat-profiles.rules.ts'

const statements = watchStatements()

const read = async <T>({ page }: TestApp, path: string): Promise<T> => (await page(path)).json()
const profile = (app: TestApp, id: string) => read<BoatProfile>(app, `/api/boats/${id}`)
const entriesOf = (app: TestApp, id: string) => read<BoatEntry[]>(app, `/api/boats/${id}/entries`)

/** A boat that won $100,000, of which its backers, who put in $100, get 40 %. */
async function addWinner(app: TestApp) {
  const scene = await addScene(app.db, { starts_at: 1, ends_at: 2 }, { entry: { current_position: 1 } })
  await addFunding(app.db, { entry_id: scene.entry })
  expect((await callsOf(app, scene).confirm(100_000)).status).toBe(201)
  return scene
}

describe('GET /api/boats/:id', () => {
  test.each(['nope', crypto.randomUUID()])('answers 404 for a boat that is not there: %s', async id => {
    const { page } = await makeTestApp()
    for (const path of ['', '/entries', '/qr.svg', '/crew-qr.svg'])
      expect((await page(`/api/boats/${id}${path}`)).status).toBe(404)
    expect((await page(`/boat/${id}`)).status).toBe(404)
  })

  test('answers visitors without owner and names of the crew', async () => {
    const app = await makeTestApp()
    const boat = await addBoat(app.db, { description: 'Six rods out.' })
    await addCrew(app.db, { boat_id: boat })
    await addCrew(app.db, { boat_id: boat, approved_at: null })
    await addCrew(app.db, { boat_id: boat, user_id: await addUser(app.db, { deleted_at: 1, email: null }) })
    expect(await profile(app, boat)).toEqual({
      id: boat,
      name: 'Reel Deal',
      captainName: 'Ana Reyes',
      description: 'Six rods out.',
      imageUrl: null,
      crew: 1,
      record: {
        entries: 0,
        settled: 0,
        firsts: 0,
        podiums: 0,
        raised: '0.00',
        paidBack: '0.00',
        backPer100: null,
      },
      heaviestCatches: [],
    })
  })

  test('adds up settled statements', async () => {
    const app = await makeTestApp()
    const { boat } = await addWinner(app)
    await addEntry(app.db, { boat_id: boat, current_position: 2 })
    await addEntry(app.db, { boat_id: boat, withdrawn_at: 1 })
    await addEntry(app.db, { boat_id: boat, tournament_id: await addTournament(app.db, { cancelled_at: 1 }) })
    expect((await profile(app, boat)).record).toEqual({
      entries: 2,
      settled: 1,
      firsts: 1,
      podiums: 1,
      raised: '100.00',
      paidBack: '40000.00',
      backPer100: '40000.00',
    })
  })

  test('names the heaviest catches, without those of withdrawn entries and banned organisers', async () => {
    const app = await makeTestApp()
    const { boat, entry, tournament } = await addScene(app.db)
    for (let n = 1; n <= 12; n += 1) await addCatch(app.db, { entry_id: entry, weight_hundredths: n * 100 })
    const heavy = { weight_hundredths: 99_999 }
    const withdrawn = await addEntry(app.db, { boat_id: boat, withdrawn_at: 1 })
    await addCatch(app.db, { entry_id: withdrawn, ...heavy })
    const bannedUser = await addUser(app.db, { banned_at: 1 })
    const hiddenTournament = await addTournament(app.db, { organiser_id: bannedUser })
    await addCatch(app.db, {
      entry_id: await addEntry(app.db, { boat_id: boat, tournament_id: hiddenTournament }),
      ...heavy,
    })
    const { heaviestCatches, record } = await profile(app, boat)
    expect(heaviestCatches.map(({ weight }) => weight)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(heaviestCatches[0]).toMatchObject({ tournament: { id: tournament, name: 'White Marlin Open' } })
    expect(record.entries).toBe(1)
    expect(await entriesOf(app, boat)).toHaveLength(1)
  })

  test('names no fish of a boat that was disqualified', async () => {
    const app = await makeTestApp()
    const ruling = { disqualified_at: 1, disqualified_reason: 'Two lines' }
    const { boat, entry } = await addScene(app.db, {}, { entry: ruling })
    await addCatch(app.db, { entry_id: entry })
    expect((await profile(app, boat)).heaviestCatches).toEqual([])
  })
})

describe('GET /api/boats/:id/entries', () => {
  test('lists the latest tournament first, in pages, with results of settled ones', async () => {
    const app = await makeTestApp()
    const { boat, entry } = await addWinner(app)
    const later = await addTournament(app.db, { starts_at: Date.now(), cancelled_at: 1 })
    const other = await addEntry(app.db, { boat_id: boat, tournament_id: later })
    const first = await app.page(`/api/boats/${boat}/entries?limit=1`)
    const next = nextOf(first) ?? ''
    const second = await app.page(next)
    expect(second.headers.get('link')).toBeNull()
    expect([...(await first.json()), ...(await second.json())]).toMatchObject([
      { entry: { id: other }, tournament: { status: 'cancelled' }, result: null },
      {
        entry: { id: entry, currentPosition: 1, fundingOpen: false },
        result: { winnings: '100000.00', raised: '100.00', paidBack: '40000.00', backPer100: '40000.00' },
      },
    ])
    expect((await app.page(`/api/boats/${boat}/entries?cursor=x`)).status).toBe(400)
  })
})

test('SQLite: a tournament’s public videos are those of its boats', async () => {
  const app = await makeTestApp()
  const { tournament, boat, entry } = await addScene(app.db)
  const post = await addPost(app.db, { boat_id: boat })
  await addPost(app.db, { boat_id: boat, visibility: 'Backers' })
  await addPost(app.db, { boat_id: await addBoat(app.db) })
  const list = `/api/crew/posts/public?tournamentId=${tournament}`
  const ids = async (path: string) => (await read<{ id: string }[]>(app, path)).map(({ id }) => id)
  expect(await ids('/api/crew/posts/public?tournamentId=nope')).toEqual([])
  const { result, sqls } = await statements.of(() => ids(list))
  expect(result).toEqual([post])
  expect(statements.explain(sqls).flatMap(({ steps }) => steps.filter(step => /^SCAN/.test(step)))).toEqual(
    [],
  )
  await withdrawEntry(app.db, entry)
  expect(await ids(list)).toEqual([])
})

describe('lists of one boat', () => {
  test('hold its updates and public videos only', async () => {
    const app = await makeTestApp()
    const { boat, entry } = await addScene(app.db)
    const update = await addUpdate(app.db, { entry_id: entry })
    await addUpdate(app.db)
    const post = await addPost(app.db, { boat_id: boat })
    await addPost(app.db, { boat_id: boat, visibility: 'Backers' })
    await addPost(app.db, { boat_id: await addBoat(app.db) })
    const ids = async (path: string) => (await read<{ id: string }[]>(app, path)).map(({ id }) => id)
    expect(await ids(`/api/tournament-updates?boatId=${boat}`)).toEqual([update])
    expect(await ids(`/api/crew/posts/public?boatId=${boat}`)).toEqual([post])
    for (const path of ['/api/tournament-updates', '/api/crew/posts/public'])
      expect(await ids(`${path}?boatId=nope`)).toEqual([])
  })
})

test('SQLite: a boat’s page walks no large table', async () => {
  const { page, db } = await makeTestApp()
  const { boat } = await addScene(db)
  const { sqls } = await statements.of(async () => {
    for (const path of [
      `/api/boats/${boat}`,
      `/api/boats/${boat}/entries`,
      `/api/tournament-updates?boatId=${boat}`,
      `/api/crew/posts/public?boatId=${boat}`,
    ])
      expect((await page(path)).status).toBe(200)
  })
  const plans = statements.explain(sqls)
  const steps = (table: string) =>
    plans.flatMap(({ sql, steps: own }) => (sql.includes(`"${table}"`) ? own : [])).join('\n')
  expect(steps('updates')).toContain('SEARCH updates USING INDEX updates_entry (entry_id=?)')
  expect(steps('crew_posts')).toContain('SEARCH crew_posts USING INDEX crew_posts_boat (boat_id=?')
  const scans = plans.flatMap(plan => plan.steps).filter(step => /^SCAN (?!CONSTANT|json_each)/.test(step))
  expect(scans).toEqual([])
})

test('what comes back for each $100 is rounded down', () => {
  expect(backPer100(1, 3)).toBe('33.33')
  expect(backPer100(0, 3)).toBe('0.00')
  expect(backPer100(5, 0)).toBeNull()
  expect(backPer100(900_000_000_000, 1)).toBe('90000000000000.00')
})

test('the QR code leads to the boat’s page, marked as read from a code', async () => {
  const { page, db } = await makeTestApp()
  const boat: BoatId = await addBoat(db)
  const { renderSVG } = await import('uqr')
  const answer = await page(`/api/boats/${boat}/qr.svg`)
  expect(await answer.text()).toBe(renderSVG(`${testOrigin}/boat/${boat}?from=qr`, { ecc: 'Q', border: 4 }))
  const forCrew = await page(`/api/boats/${boat}/crew-qr.svg`)
  expect(await forCrew.text()).toBe(
    renderSVG(`${testOrigin}/boat/${boat}/crew?from=qr`, { ecc: 'Q', border: 4 }),
  )
})

describe('GET /api/tournament-boats', () => {
  const upcoming = { starts_at: Date.now() + 86_400_000, ends_at: Date.now() + 172_800_000 }

  async function addMarina() {
    const app = await makeTestApp()
    const { captain, tournament, boat: own } = await addScene(app.db)
    const add = (name: string) => addBoat(app.db, { name, captain_name: 'Ida Brandt' })
    const [first, second, third, fourth] = [await add('A'), await add('B'), await add('C'), await add('D')]
    const read = async (query = '') => {
      const answer = await app.page(`/api/tournament-boats${query}`, { cookie: captain.cookie })
      const boats: TournamentBoat[] = await answer.json()
      return { boats, ids: boats.map(({ id }) => id), next: answer.headers.get('link') }
    }
    return { app, tournament, own, first, second, third, fourth, read }
  }

  test('lists the boats of others, live ones first, each with what it fishes now or next', async () => {
    const { app, tournament, own, first, second, third, fourth, read } = await addMarina()
    const later = await addTournament(app.db, { ...upcoming, name: 'Winter Cup' })
    const cancelled = await addTournament(app.db, { cancelled_at: 1 })
    const over = await addTournament(app.db, { starts_at: 1, ends_at: 2 })
    await addEntry(app.db, { boat_id: first, tournament_id: later })
    const live = await addEntry(app.db, { boat_id: first, tournament_id: tournament, current_position: 3 })
    const next = await addEntry(app.db, { boat_id: third, tournament_id: later })
    for (const tournament_id of [cancelled, over]) await addEntry(app.db, { boat_id: fourth, tournament_id })
    await addEntry(app.db, { boat_id: fourth, tournament_id: tournament, withdrawn_at: 1 })
    const { boats, ids } = await read()
    expect(ids).toEqual([first, fourth, third, second])
    expect(ids).not.toContain(own)
    expect(
      boats.map(({ entry }) => entry && [entry.id, entry.currentPosition, entry.tournament.status]),
    ).toEqual([[live, 3, 'active'], null, [next, null, 'upcoming'], null])
    expect((await app.page('/api/tournament-boats')).status).toBe(401)
  })

  test('in pages, across the end of the live ones', async () => {
    const { app, tournament, first, second, third, fourth, read } = await addMarina()
    for (const boat_id of [first, third]) await addEntry(app.db, { boat_id, tournament_id: tournament })
    const pages: (readonly string[])[] = []
    for (let query: string | undefined = '?limit=1'; query !== undefined; ) {
      const { ids, next } = await read(query)
      pages.push(ids)
      query = /\?[^>]+/.exec(next ?? '')?.[0]
    }
    expect(pages.flat()).toEqual([third, first, fourth, second])
    expect((await read('?limit=3')).ids).toEqual([third, first, fourth])
    expect((await read('?q=ida%20c')).ids).toEqual([third])
  })

  test('SQLite: reads live boats once, and asks an index of few boats which ones await their captains', async () => {
    const { read } = await addMarina()
    const { sqls } = await statements.of(() => read())
    const plans = statements.explain(sqls.filter(statement => statement.includes('awaits_captain')))
    expect(plans.length).toBeGreaterThan(0)
    for (const { steps } of plans) {
      expect(steps).toContain('MATERIALIZE live')
      expect(steps.join('\n')).toContain('entries_awaiting')
    }
  })

  test('needs as many statements for 40 boats as for four', async () => {
    const { app, tournament, read } = await addMarina()
    const count = async () => (await statements.of(() => read('?limit=50'))).sqls.length
    await addEntry(app.db, { tournament_id: tournament })
    await count()
    const before = await count()
    for (let n = 0; n < 40; n++) await addEntry(app.db, { tournament_id: tournament })
    expect(await count()).toBe(before)
  })
})

describe('GET /api/my-boats/entries', () => {
  test('needs as many statements for 50 entries as for two', async () => {
    const app = await makeTestApp()
    const { captain, boat } = await addScene(app.db)
    const list = async () => {
      const { result, sqls } = await statements.of(() =>
        app.page('/api/my-boats/entries?limit=50', { cookie: captain.cookie }),
      )
      return { entries: (await result.json()).length, statements: sqls.length }
    }
    await addEntry(app.db, { boat_id: boat })
    await list()
    const { statements: most } = await list()
    for (let n = 2; n < 50; n++) await addEntry(app.db, { boat_id: boat })
    expect(await list()).toEqual({ entries: 50, statements: most })
  })

  test('answers the entries of one’s own boats, the latest tournament first', async () => {
    const app = await makeTestApp()
    const { captain, entry, boat } = await addScene(app.db)
    const later = await addTournament(app.db, {
      starts_at: Date.now() + 86_400_000,
      ends_at: Date.now() + 172_800_000,
    })
    const next = await addEntry(app.db, { boat_id: boat, tournament_id: later })
    await addEntry(app.db, { tournament_id: later })
    expect((await app.page('/api/my-boats/entries')).status).toBe(401)
    const list = async (query: string) => {
      const answer = await app.page(`/api/my-boats/entries${query}`, { cookie: captain.cookie })
      return {
        ids: (await answer.json()).map((item: BoatEntry) => item.entry.id),
        link: answer.headers.get('link'),
      }
    }
    expect(await list('')).toEqual({ ids: [next, entry], link: null })
    const first = await list('?limit=1')
    expect(first.ids).toEqual([next])
    expect(first.link).toContain('rel="next"')
  })
})
