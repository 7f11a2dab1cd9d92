import { describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { OwnEntry } from '#contract/tournaments/entries.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCrew,
  addEntry,
  addScene,
  addSigned,
  addTournament,
  type Signed,
  upcoming,
} from '../../../../tests/support/factories.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { approveCrew, withdrawEntry } from '../../../../tests/support/states.ts'

const terms = { fundingGoal: '10000', payoutPercentage: 40 }

describe('POST /api/tournaments/:id/entries', () => {
  const enter = ({ page }: TestApp, tournament: string, cookie: string, json: object) =>
    page(`/api/tournaments/${tournament}/entries`, { json, cookie })

  test('answers 401, 400, 404 for an unknown tournament or boat, and 403 for another’s boat', async () => {
    const testApp = await makeTestApp()
    const { tournament, captain, stranger } = await addScene(testApp.db)
    const boatId = await addBoat(testApp.db, { owner_id: captain.id })
    expect((await enter(testApp, tournament, '', { boatId, ...terms })).status).toBe(401)
    const bad = await enter(testApp, tournament, captain.cookie, { fundingGoal: 0, payoutPercentage: 101 })
    expect(bad.status).toBe(400)
    expect((await bad.json()).issues.length).toBe(3)
    expect((await enter(testApp, newId(), captain.cookie, { boatId, ...terms })).status).toBe(404)
    expect((await enter(testApp, tournament, captain.cookie, { boatId: newId(), ...terms })).status).toBe(404)
    expect((await enter(testApp, tournament, stranger.cookie, { boatId, ...terms })).status).toBe(403)
  })

  test('answers 409 for a second entry, and for a completed or cancelled tournament', async () => {
    const testApp = await makeTestApp()
    const { tournament, captain, boat } = await addScene(testApp.db)
    const now = Date.now()
    const over = await addTournament(testApp.db, { starts_at: now - 2 * hour, ends_at: now - hour })
    const cancelled = await addTournament(testApp.db, { cancelled_at: now })
    for (const id of [tournament, over, cancelled])
      expect((await enter(testApp, id, captain.cookie, { boatId: boat, ...terms })).status).toBe(409)
  })

  test('accepts one of many concurrent entries', async () => {
    const testApp = await makeTestApp()
    const { tournament, captain } = await addScene(testApp.db)
    const boatId = await addBoat(testApp.db, { owner_id: captain.id })
    const requests = Array.from({ length: 8 }, () =>
      enter(testApp, tournament, captain.cookie, { boatId, ...terms }),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(7).fill(409)])
  })

  test('answers 409 for the 301st boat of one captain; the organiser has no such limit', async () => {
    const { page, db, tournament, captain, organiser } = await makeScene(upcoming())
    for (const { id } of [captain, organiser])
      for (let n = 0; n < limits.entriesPerCaptain; n++)
        await addEntry(db, { tournament_id: tournament }, { owner_id: id })
    const enter = async ({ id, cookie }: Signed) =>
      page(`/api/tournaments/${tournament}/entries`, {
        json: { boatId: await addBoat(db, { owner_id: id }), fundingGoal: 1000, payoutPercentage: 40 },
        cookie,
      })
    expect(await statusAndMessage(await enter(captain))).toEqual([
      409,
      'You have 300 boats in this tournament, which is the most. Its organiser can enter more.',
    ])
    expect((await enter(organiser)).status).toBe(201)
  })

  test('answers 201 with the contract’s shape; the organiser may enter their own boat later', async () => {
    const testApp = await makeTestApp()
    const { db, page } = testApp
    const { id, cookie } = await addSigned(db)
    const now = Date.now()
    const tournament = await addTournament(db, {
      organiser_id: id,
      starts_at: now - 2 * hour,
      ends_at: now - hour,
    })
    const boatId = await addBoat(db, { owner_id: id })
    const response = await enter(testApp, tournament, cookie, {
      boatId,
      fundingGoal: 16.08,
      payoutPercentage: '33.33',
    })
    expect(response.status).toBe(201)
    const entry: Entry = await response.json()
    expect(entry).toMatchObject({
      boat: { id: boatId, name: 'Reel Deal', captainName: 'Ana Reyes', description: null, imageUrl: null },
      fundingGoal: '16.08',
      currentFunding: '0.00',
      payoutPercentage: 33.33,
      currentPosition: null,
      bestCatch: null,
      backerCount: 0,
    })
    expect(entry.tournament).toMatchObject({ id: tournament, status: 'completed' })
    expect(entry.tournament).not.toHaveProperty('entries')
    expect(await (await page(`/api/tournament-entries/${entry.id}`)).json()).toEqual(entry)
  })
})

describe('PATCH /api/tournament-entries/:id', () => {
  const patch = ({ page }: TestApp, id: string, cookie: string, json: object) =>
    page(`/api/tournament-entries/${id}`, { method: 'PATCH', json, cookie })

  test('answers 401, 404, and 403 to a stranger and for fields of the other role', async () => {
    const testApp = await makeTestApp()
    const { entry, captain, organiser, stranger } = await addScene(testApp.db)
    expect((await patch(testApp, entry, '', terms)).status).toBe(401)
    expect((await patch(testApp, newId(), captain.cookie, terms)).status).toBe(404)
    expect((await patch(testApp, entry, stranger.cookie, {})).status).toBe(403)
    expect((await patch(testApp, entry, organiser.cookie, terms)).status).toBe(403)
    expect((await patch(testApp, entry, captain.cookie, { currentPosition: 1 })).status).toBe(403)
    const both = await patch(testApp, entry, captain.cookie, { fundingGoal: 5, currentPosition: 1 })
    expect(both.status).toBe(403)
    expect((await (await testApp.page(`/api/tournament-entries/${entry}`)).json()).fundingGoal).toBe(
      '10000.00',
    )
  })

  test('answers 409 after the first funding, and for a position before the start', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { tournament, captain } = await addScene(db)
    const backedEntry = await addEntry(
      db,
      { tournament_id: tournament, current_funding_cents: 1000, backer_count: 1 },
      { owner_id: captain.id },
    )
    expect((await patch(testApp, backedEntry, captain.cookie, { fundingGoal: 20_000 })).status).toBe(409)
    const soon = await addScene(db, { starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })
    expect((await patch(testApp, soon.entry, soon.organiser.cookie, { currentPosition: 1 })).status).toBe(409)
  })

  test('the owner changes goal and share, the organiser the position, which moves the others', async () => {
    const testApp = await makeTestApp()
    const { entry, captain, organiser, tournament } = await addScene(testApp.db)
    const second = await addEntry(testApp.db, { tournament_id: tournament })
    const answer = await patch(testApp, entry, captain.cookie, { payoutPercentage: 50 })
    expect(await answer.json()).toMatchObject({ fundingGoal: '10000.00', payoutPercentage: 50 })
    const position = async (id: string, currentPosition: number | null) =>
      (await (await patch(testApp, id, organiser.cookie, { currentPosition })).json()).currentPosition
    expect(await position(entry, 1)).toBe(1)
    expect(await position(second, 1)).toBe(1)
    const read = async (id: string) =>
      (await (await testApp.page(`/api/tournament-entries/${id}`)).json()).currentPosition
    expect(await read(entry)).toBeNull()
    expect(await position(second, null)).toBeNull()
  })

  test('answers 400 for a goal that the stated parts don’t add up to, unless they change with it', async () => {
    const testApp = await makeTestApp()
    const { entry, captain } = await addScene(testApp.db)
    const change = (json: object) => patch(testApp, entry, captain.cookie, json)
    const parts = (...amounts: string[]) => amounts.map((amount, n) => ({ name: `Part ${n}`, amount }))
    const both = { fundingGoal: 1000, goalParts: parts('400.00', '600.00') }
    expect((await change(both)).status).toBe(200)
    const answer = await change({ fundingGoal: 500 })
    expect([answer.status, (await answer.json()).issues]).toEqual([
      400,
      [{ path: 'goalParts', message: fieldTexts.goalPartsOfFormer }],
    ])
    expect((await change({ fundingGoal: 1000, payoutPercentage: 30 })).status).toBe(200)
    const less = { fundingGoal: 500, goalParts: parts('200.00', '300.00') }
    expect(await (await change(less)).json()).toMatchObject({ ...less, fundingGoal: '500.00' })
    const without = await (await change({ fundingGoal: 600, goalParts: null })).json()
    expect([without.fundingGoal, without.goalParts]).toEqual(['600.00', undefined])
    expect((await change({ fundingGoal: 700 })).status).toBe(200)
  })
})

describe('DELETE /api/tournament-entries/:id', () => {
  const withdraw = ({ page }: TestApp, id: string, cookie: string, json?: object) =>
    page(`/api/tournament-entries/${id}`, { method: 'DELETE', cookie, json })
  const upcoming = () => ({ starts_at: Date.now() + hour, ends_at: Date.now() + 2 * hour })

  test('answers 401, 403, 404; 409 to the organiser after the end', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { entry, captain, stranger } = await addScene(db)
    expect((await withdraw(testApp, entry, '')).status).toBe(401)
    expect((await withdraw(testApp, entry, stranger.cookie)).status).toBe(403)
    expect((await withdraw(testApp, newId(), captain.cookie)).status).toBe(404)
    const past = await addScene(db, { starts_at: Date.now() - 2 * hour, ends_at: Date.now() - hour })
    expect((await withdraw(testApp, past.entry, past.captain.cookie)).status).toBe(403)
    const reason = { reason: 'Engine failure' }
    expect((await withdraw(testApp, past.entry, past.organiser.cookie, reason)).status).toBe(409)
  })

  test('answers 403 to the owner from the start, also when the start is moved to later', async () => {
    const testApp = await makeTestApp()
    const { entry, tournament, captain, organiser } = await addScene(testApp.db)
    expect((await withdraw(testApp, entry, captain.cookie)).status).toBe(403)
    expect((await withdraw(testApp, entry, captain.cookie, { reason: 'Engine failure' })).status).toBe(403)
    const startDate = new Date(Date.now() + hour).toISOString()
    const postponement = { method: 'PATCH', json: { startDate }, cookie: organiser.cookie }
    expect((await testApp.page(`/api/tournaments/${tournament}`, postponement)).status).toBe(200)
    expect((await withdraw(testApp, entry, captain.cookie)).status).toBe(403)
  })

  test('answers 400 at `reason` to the organiser from the start, and for a blank or long one before', async () => {
    const testApp = await makeTestApp()
    const soon = await addScene(testApp.db, upcoming())
    const { entry, organiser } = await addScene(testApp.db)
    const answers = [
      await withdraw(testApp, entry, organiser.cookie),
      await withdraw(testApp, entry, organiser.cookie, {}),
    ]
    for (const reason of ['', ' \n ', 'x'.repeat(501), 7, null])
      for (const [id, { cookie }] of [
        [entry, organiser],
        [soon.entry, soon.organiser],
      ] as const)
        answers.push(await withdraw(testApp, id, cookie, { reason }))
    for (const response of answers) {
      expect(response.status).toBe(400)
      expect((await response.json()).issues).toMatchObject([{ path: 'reason' }])
    }
    // A DELETE may name a type without having a body.
    const headers = { 'content-type': 'application/json' }
    const empty = { method: 'DELETE', cookie: soon.organiser.cookie, headers }
    expect((await testApp.page(`/api/tournament-entries/${soon.entry}`, empty)).status).toBe(204)
    expect((await withdraw(testApp, entry, organiser.cookie, { reason: 'x'.repeat(500) })).status).toBe(204)
  })

  test('owner and organiser may withdraw an entry; it disappears everywhere, and the boat may enter again', async () => {
    const testApp = await makeTestApp()
    const { page } = testApp
    const { entry, captain, organiser, tournament, boat } = await addScene(testApp.db, upcoming())
    expect((await withdraw(testApp, entry, organiser.cookie)).status).toBe(204)
    expect((await withdraw(testApp, entry, organiser.cookie)).status).toBe(404)
    expect((await page(`/api/tournament-entries/${entry}`)).status).toBe(404)
    expect((await (await page(`/api/tournaments/${tournament}`)).json()).entries).toEqual([])
    expect(await (await page('/api/leaderboard')).json()).toEqual([])
    const json = { boatId: boat, ...terms }
    const again = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
    expect(again.status).toBe(201)
    expect((await withdraw(testApp, (await again.json()).id, captain.cookie)).status).toBe(204)
  })
})

test('GET /api/tournament-entries/:id answers 404 for an unknown entry', async () => {
  const { page } = await makeTestApp()
  expect((await page(`/api/tournament-entries/${newId()}`)).status).toBe(404)
})

describe('GET /api/tournaments/:id/mine', () => {
  const mine = async ({ page }: TestApp, tournament: string, cookie: string): Promise<OwnEntry[]> =>
    (await page(`/api/tournaments/${tournament}/mine`, { cookie })).json()

  test('answers 401 to a visitor, 404 for an unknown tournament, and an empty list to a stranger', async () => {
    const testApp = await makeTestApp()
    const { tournament, stranger } = await addScene(testApp.db)
    expect((await testApp.page(`/api/tournaments/${tournament}/mine`)).status).toBe(401)
    const nowhere = await testApp.page(`/api/tournaments/${newId()}/mine`, { cookie: stranger.cookie })
    expect(nowhere.status).toBe(404)
    expect(await mine(testApp, tournament, stranger.cookie)).toEqual([])
  })

  test('lists entries of the owner and of approved crew, without withdrawn ones', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { tournament, boat, entry, captain, stranger } = await addScene(db)
    await addEntry(db, { tournament_id: tournament })
    await addCrew(db, { boat_id: boat, user_id: stranger.id, approved_at: null })
    expect(await mine(testApp, tournament, captain.cookie)).toEqual([{ entryId: entry, isOwner: true }])
    expect(await mine(testApp, tournament, stranger.cookie)).toEqual([])
    await approveCrew(db)
    expect(await mine(testApp, tournament, stranger.cookie)).toEqual([{ entryId: entry, isOwner: false }])
    await withdrawEntry(db, entry)
    expect(await mine(testApp, tournament, captain.cookie)).toEqual([])
  })
})

describe('GET /api/tournaments/:id/entries.csv', () => {
  test('lists the entries by position', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, organiser } = await addScene(db)
    const leader = { tournament_id: tournament, current_position: 1 }
    await addEntry(db, { ...leader, best_catch: '{"weight":412.5,"species":"=Marlin"}' }, { name: 'Zephyr' })
    const path = `/api/tournaments/${tournament}/entries.csv`
    const lines = (await (await page(path, { cookie: organiser.cookie })).text()).trim().split('\r\n')
    expect(lines[1]).toBe(`"1","Zephyr","Ana Reyes","412.5","'=Marlin","10000.00","0.00","0","40","share"`)
    expect(lines[2]).toStartWith('"","Reel Deal"')
  })
})
