import { describe, expect, test } from 'bun:test'
import type { BoatId } from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestApp, nextOf, readPages } from '../../../../tests/support/app.ts'
import { addBoat, addEntry, addSigned, addTournament, addUser } from '../../../../tests/support/factories.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { leaderboardOf } from './leaderboard.rules.ts'

describe('GET /api/leaderboard', () => {
  test('answers 400 for an invalid cursor', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/leaderboard?cursor=x')).status).toBe(400)
    expect((await page('/api/leaderboard?limit=501')).status).toBe(400)
  })

  test('is empty before any tournament has started', async () => {
    const { page, db } = await makeTestApp()
    const soon = await addTournament(db, { starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })
    await addEntry(db, { tournament_id: soon, current_position: 1 })
    const off = await addTournament(db, { cancelled_at: 1 })
    await addEntry(db, { tournament_id: off, current_position: 1 })
    expect(await (await page('/api/leaderboard')).json()).toEqual([])
  })

  test('lists active tournaments first, by position, with boat and tournament', async () => {
    const { page, db } = await makeTestApp()
    const past = await addTournament(db, { starts_at: Date.now() - 3 * hour, ends_at: Date.now() - hour })
    const over = await addEntry(db, { tournament_id: past, current_position: 1 })
    const on = await addTournament(db)
    const later = await addTournament(db, { starts_at: Date.now() - 1000 })
    const unranked = await addEntry(db, { tournament_id: on })
    const second = await addEntry(db, { tournament_id: on, current_position: 2 })
    const first = await addEntry(db, {
      tournament_id: on,
      current_position: 1,
      best_catch: '{"weight":1,"species":"x"}',
    })
    const other = await addEntry(db, { tournament_id: later, current_position: 1 })
    const response = await page('/api/leaderboard')
    const list: Entry[] = await response.json()
    expect(list.map(({ id }) => id)).toEqual([other, first, second, unranked, over])
    expect(list[1]).toMatchObject({
      boat: { name: 'Reel Deal' },
      tournament: { id: on, status: 'active' },
      bestCatch: '{"weight":1,"species":"x"}',
    })
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await page('/api/leaderboard', { headers })).status).toBe(304)
    const pages = await readPages<Entry[]>({ page }, '/api/leaderboard?limit=2')
    expect(pages.map(entries => entries.map(({ id }) => id))).toEqual([
      [other, first],
      [second, unranked],
      [over],
    ])
  })

  test('goes on where it was after a boat that has withdrawn or moved', async () => {
    const { page, db } = await makeTestApp()
    const tournament_id = await addTournament(db)
    const [first, moved, third, fourth] = [
      await addEntry(db, { tournament_id, current_position: 1 }),
      await addEntry(db, { tournament_id, current_position: 2 }),
      await addEntry(db, { tournament_id, current_position: 3 }),
      await addEntry(db, { tournament_id, current_position: 4 }),
    ]
    const begin = await page('/api/leaderboard?limit=2')
    expect((await begin.json()).map(({ id }: Entry) => id)).toEqual([first, moved])
    const second = nextOf(begin) ?? ''
    const rest = async () => {
      const pages = await readPages<Entry[]>({ page }, second)
      return pages.flat().map(({ id }) => id)
    }
    await inTransaction(db, trx => changeRows(trx, 'entries', { current_position: 9 }, { id: moved }))
    expect(await rest()).toEqual([third, fourth, moved])
    await inTransaction(db, trx => removeRows(trx, 'entries', { id: moved }))
    expect(await rest()).toEqual([third, fourth])
  })
})

describe('GET /api/leaderboard/boards', () => {
  test('answers 403 while the site is locked', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' })
    expect((await page('/api/leaderboard/boards')).status).toBe(403)
  })

  test.each(['limit=0', 'limit=21', 'limit=x', 'cursor=nothing', 'category=x'])(
    'answers 400 for %s',
    async search => {
      const { page, db } = await makeTestApp()
      await addEntry(db)
      expect((await page(`/api/leaderboard/boards?${search}`)).status).toBe(400)
    },
  )

  test('lists running, then finished tournaments with boats, and the first ten of each', async () => {
    const { page, db } = await makeTestApp()
    const from = Date.now() - 9 * hour
    const at = (ends: number, more = {}) =>
      addTournament(db, { starts_at: from, ends_at: Date.now() + ends * hour, ...more })
    const [late, soon, old, last] = [await at(5), await at(2), await at(-3), await at(-1)]
    const order = [soon, late, last, old]
    for (const tournament_id of order) await addEntry(db, { tournament_id })
    await at(1)
    await addEntry(db, { tournament_id: await at(1, { cancelled_at: 1 }) })
    await addEntry(db, { tournament_id: await at(1), withdrawn_at: 1 })
    await addEntry(db, { tournament_id: await at(9, { starts_at: Date.now() + hour }) })
    for (let n = 10; n > 0; n--) await addEntry(db, { tournament_id: soon, current_position: n })
    const boards = (await readPages<Board[]>({ page }, '/api/leaderboard/boards?limit=3')).flat()
    expect(boards.map(({ tournament }) => tournament.id)).toEqual(order)
    expect(boards[0]?.boats).toBe(11)
    const positions = Array.from({ length: 10 }, (_, n) => n + 1)
    expect(boards[0]?.entries.map(({ currentPosition }) => currentPosition)).toEqual(positions)
    expect(await (await page('/api/leaderboard/boards')).json()).toHaveLength(3)
    const ofCategory = async (search: string) => {
      const response = await page(`/api/leaderboard/boards?${search}`)
      const list: Board[] = await response.json()
      return list.map(({ tournament }) => tournament.id)
    }
    expect(await ofCategory('category=active')).toEqual([soon, late])
    expect(await ofCategory('category=past&limit=1')).toEqual([last])
    expect(await ofCategory('category=upcoming')).toEqual([])
  })
})

describe('GET /api/leaderboard/totals', () => {
  test('answers 403 while the site is locked', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' })
    expect((await page('/api/leaderboard/totals')).status).toBe(403)
  })

  test('is zero before any tournament has started, and when all are cancelled', async () => {
    const { page, db } = await makeTestApp()
    const soon = await addTournament(db, {
      starts_at: Date.now() + hour,
      ends_at: Date.now() + 2 * hour,
      prize_pool_cents: 100,
    })
    await addEntry(db, { tournament_id: soon })
    await addEntry(db, { tournament_id: await addTournament(db, { cancelled_at: 1, prize_pool_cents: 100 }) })
    await addTournament(db, { prize_pool_cents: 100 })
    expect(await (await page('/api/leaderboard/totals')).json()).toEqual({
      tournaments: 0,
      boats: 0,
      prizePool: '0.00',
    })
  })

  test('counts all of 200 tournaments × 10 entries, although the list has 500 rows', async () => {
    const { page, db } = await makeTestApp()
    const [organiser, owner] = [await addUser(db), await addUser(db)]
    await inTransaction(db, async trx => {
      const boats: BoatId[] = []
      for (let n = 0; n < 123; n++) boats.push(await addBoat(trx, { owner_id: owner }))
      for (let n = 0; n < 200; n++) {
        const tournament = await addTournament(trx, { organiser_id: organiser, prize_pool_cents: 10 })
        for (let m = 0; m < 10; m++) {
          const boat = boats[(n * 10 + m) % boats.length]
          if (boat) await addEntry(trx, { tournament_id: tournament, boat_id: boat, current_position: m + 1 })
        }
      }
    })
    const totals = { tournaments: 200, boats: 123, prizePool: '20.00' }
    expect(await (await page('/api/leaderboard/totals')).json()).toEqual(totals)
    const list: Entry[] = await (await page('/api/leaderboard')).json()
    expect(list).toHaveLength(500)
    const { cookie } = await addSigned(db)
    const home = await (await page('/', { cookie })).text()
    expect(home).toContain('>$20<')
    expect(home).toMatch(/>200</)
  })
})

test('leaderboardOf omits upcoming and cancelled tournaments', () => {
  const entries = [{ data: { id: 'a', currentPosition: 1 }, createdAt: 0 }]
  const row = { starts_at: 0 }
  expect(
    leaderboardOf([
      { status: 'upcoming', row, entries },
      { status: 'cancelled', row, entries },
    ]),
  ).toEqual([])
})
