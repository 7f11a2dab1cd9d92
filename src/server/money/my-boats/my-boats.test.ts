import { describe, expect, test } from 'bun:test'
import type { TournamentId } from '#contract/ids.ts'
import type { MyBoat } from '#contract/money/my-boats.ts'
import { formatCents } from '#contract/money.ts'
import { day } from '#contract/time.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCatch,
  addCrew,
  addEntry,
  addFunding,
  addSigned,
  addTournament,
  addUpdate,
  pastDates,
} from '../../../../tests/support/factories.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { placeEntry } from '../../../../tests/support/states.ts'
import { gapOf } from './my-boats.rules.ts'

const listOf = async ({ page }: TestApp, cookie: string): Promise<MyBoat[]> =>
  (await page('/api/my-boats', { cookie })).json()

const makeEntry = (id: string, currentPosition: number | null, weight: number | null) => ({
  id,
  currentPosition,
  bestCatch: weight === null ? null : JSON.stringify({ weight, species: 'Wahoo' }),
})

describe('the gap', () => {
  const entries = [
    makeEntry('a', 1, 412.5),
    makeEntry('b', 2, 400.3),
    makeEntry('c', 3, 400.3),
    makeEntry('d', null, null),
  ]

  test('is to the next better place, for the leader to the second', () => {
    expect(gapOf(entries, 'a')).toEqual({ place: 2, weight: 12.2 })
    expect(gapOf(entries, 'b')).toEqual({ place: 1, weight: 12.2 })
    expect(gapOf(entries, 'c')).toEqual({ place: 2, weight: 0 })
  })

  test('is null without both weights, and for places set against the weights', () => {
    for (const id of ['d', 'unknown']) expect(gapOf(entries, id)).toBeNull()
    expect(gapOf([makeEntry('a', 1, 10)], 'a')).toBeNull()
    expect(gapOf([makeEntry('a', 1, 10), makeEntry('b', 2, 20)], 'a')).toBeNull()
    expect(gapOf([makeEntry('a', 1, null), makeEntry('b', 2, 20)], 'b')).toBeNull()
  })
})

describe('GET /api/my-boats', () => {
  test('answers 401 to a visitor', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/my-boats')).status).toBe(401)
  })

  test('lists at most three boats of the backer: on the water first by position, each once, none that is over', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const [backer, other] = [await addSigned(db), await addSigned(db)]
    const at = (start: number) => ({ starts_at: Date.now() + start, ends_at: Date.now() + start + 2 * day })
    const [soon, live] = [await addTournament(db, at(day)), await addTournament(db, at(-day))]
    const cancelled = await addTournament(db, { ...at(-day), cancelled_at: Date.now() })
    const back = async (tournament_id: TournamentId, created_at: number, values = {}) => {
      const entry_id = await addEntry(db, { tournament_id, ...values })
      await addFunding(db, { entry_id, backer_id: backer.id, created_at })
      return entry_id
    }
    const coming = await back(soon, 9)
    await back(soon, 1)
    await back(cancelled, 10)
    const second = await back(live, 2)
    const first = await back(live, 3)
    await addFunding(db, { entry_id: second, backer_id: backer.id, created_at: 4 })
    await addCatch(db, { entry_id: first, weight_hundredths: 41_250 })
    await addCatch(db, { entry_id: second, weight_hundredths: 40_000 })
    for (const [id, current_position, weight] of [
      [first, 1, 412.5],
      [second, 2, 400],
    ] as const)
      await placeEntry(db, id, current_position, weight)
    await addUpdate(db, { entry_id: second, content: 'Old', created_at: 1 })
    await addUpdate(db, { entry_id: second, content: 'Hooked up', created_at: 2 })

    const boats = await listOf(testApp, backer.cookie)
    expect(boats.map(({ id }) => id)).toEqual([first, second, coming])
    expect(boats[1]).toMatchObject({
      tournament: { id: live, status: 'active' },
      currentPosition: 2,
      gap: { place: 1, weight: 12.5 },
      update: { content: 'Hooked up' },
    })
    expect(boats[0]).toMatchObject({ gap: { place: 2, weight: 12.5 }, update: null })
    expect(boats[2]).toMatchObject({ tournament: { status: 'upcoming' }, currentPosition: null, gap: null })
    expect(await listOf(testApp, other.cookie)).toEqual([])
  })

  test('lists a boat on the water before a better placed one that waits for results', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const backer = await addSigned(db)
    const back = async (starts_at: number, ends_at: number) => {
      const entry_id = await addEntry(db, { tournament_id: await addTournament(db, { starts_at, ends_at }) })
      await addFunding(db, { entry_id, backer_id: backer.id })
      return entry_id
    }
    const now = Date.now()
    const over = await back(now - 3 * day, now - day)
    await placeEntry(db, over, 1, 412.5)
    const live = await back(now - day, now + day)
    expect((await listOf(testApp, backer.cookie)).map(({ id }) => id)).toEqual([live, over])
  })

  test('says for two weeks what the backer won, after those on the water', async () => {
    const scene = await makeScene(pastDates())
    const { db, entry, bo, confirm } = scene
    await addFunding(db, { entry_id: entry, backer_id: bo.id })
    await confirm(1000)
    const live = await addEntry(db, {
      tournament_id: await addTournament(db, { starts_at: Date.now() - day, ends_at: Date.now() + day }),
    })
    const soon = await addEntry(db, {
      tournament_id: await addTournament(db, { starts_at: Date.now() + day, ends_at: Date.now() + 2 * day }),
    })
    for (const entry_id of [live, soon]) await addFunding(db, { entry_id, backer_id: bo.id })
    const { amount_cents: cents } = await db
      .selectFrom('payouts')
      .select('amount_cents')
      .where('backer_id', '=', bo.id)
      .executeTakeFirstOrThrow()
    const boats = await listOf(scene, bo.cookie)
    expect(boats.map(item => [item.id, item.won])).toEqual([
      [live, undefined],
      [entry, formatCents(cents)],
      [soon, undefined],
    ])
    scene.setNow(Date.now() + 15 * day)
    expect((await listOf(scene, bo.cookie)).map(({ id }) => id)).not.toContain(entry)
  })

  test('?as=crew lists boats that one owns or crews, the first to start first, none that is over', async () => {
    const testApp = await makeTestApp()
    const { db, page } = testApp
    const [owner, crew] = [await addSigned(db), await addSigned(db)]
    const boat_id = await addBoat(db, { owner_id: owner.id })
    await addCrew(db, { boat_id, user_id: crew.id, approved_at: Date.now() })
    const enter = async (start: number, values = {}) =>
      addEntry(db, {
        tournament_id: await addTournament(db, {
          starts_at: Date.now() + start,
          ends_at: Date.now() + start + 2 * day,
          ...values,
        }),
        boat_id,
      })
    const coming = await enter(day)
    const live = await enter(-day)
    await enter(-3 * day)
    await enter(-day, { cancelled_at: Date.now() })
    await addEntry(db, { tournament_id: await addTournament(db) })
    await addEntry(db, { tournament_id: await addTournament(db), boat_id, awaits_captain: 1 })
    for (const { cookie } of [owner, crew]) {
      const boats: MyBoat[] = await (await page('/api/my-boats?as=crew', { cookie })).json()
      expect(boats.map(({ id }) => id)).toEqual([live, coming])
      expect(await listOf(testApp, cookie)).toEqual([])
    }
    const { cookie } = await addSigned(db)
    expect(await (await page('/api/my-boats?as=crew', { cookie })).json()).toEqual([])
    expect((await page('/api/my-boats?as=captain', { cookie })).status).toBe(400)
  })
})
