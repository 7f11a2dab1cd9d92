import { describe, expect, test } from 'bun:test'
import { fieldTexts as texts } from '#contract/field-texts.ts'
import { type EntryId, newId } from '#contract/ids.ts'
import { imageTexts, imageUrl } from '#contract/images.ts'
import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import type { Catch, OrganiserView, WeighIn } from '#contract/tournaments/catches.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeTestApp, nextOf, readPages, type TestApp } from '../../../../tests/support/app.ts'
import {
  addCatch,
  addEntry,
  addFunding,
  addImage,
  addScene,
  type Signed,
  setRules,
} from '../../../../tests/support/factories.ts'
import { heaviestRules, makeProtestWorld } from '../../../../tests/support/protest-world.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { cancelTournament, withdrawEntry } from '../../../../tests/support/states.ts'
import { updateCatch } from './catches.queries.ts'
import { caughtAtIssues } from './catches.rules.ts'

const marlin = { weight: 412.5, species: 'Blue Marlin' }

const weigh = ({ page }: TestApp, entry: string, cookie: string, json: object = marlin) =>
  page(`/api/tournament-entries/${entry}/catches`, { json, cookie })

/** Entry → [position, best weight]. */
async function standings({ page }: TestApp, tournament: string) {
  const { entries } = await (await page(`/api/tournaments/${tournament}`)).json()
  return Object.fromEntries(
    entries.map((entry: { id: string; currentPosition: number | null; bestCatch: string | null }) => [
      entry.id,
      [entry.currentPosition, entry.bestCatch && JSON.parse(entry.bestCatch).weight],
    ]),
  )
}

async function threeBoats() {
  const scene = await makeScene()
  const { db, tournament: tournament_id } = scene
  const b = await addEntry(db, { tournament_id }, { name: 'Knot Today' })
  const c = await addEntry(db, { tournament_id }, { name: 'Hook & Ladder' })
  return { ...scene, a: scene.entry, b, c }
}

describe('POST /api/tournament-entries/:id/catches', () => {
  test('answers 401 for a visitor, 403 for the captain and a stranger, 404 for no entry', async () => {
    const testApp = await makeTestApp()
    const { entry, captain, stranger, organiser } = await addScene(testApp.db)
    expect((await weigh(testApp, entry, '')).status).toBe(401)
    for (const { cookie } of [captain, stranger])
      expect((await weigh(testApp, entry, cookie)).status).toBe(403)
    expect((await weigh(testApp, newId(), organiser.cookie)).status).toBe(404)
    expect(await testApp.db.selectFrom('catches').select('id').execute()).toEqual([])
  })

  test('answers 400 for invalid fields and for a time outside of the tournament', async () => {
    const testApp = await makeTestApp()
    const { entry, organiser } = await addScene(testApp.db)
    const issues = async (json: object) =>
      (await (await weigh(testApp, entry, organiser.cookie, json)).json()).issues
    expect((await issues({})).length).toBe(2)
    expect(await issues({ ...marlin, caughtAt: iso(Date.now() - 2 * hour) })).toEqual([
      { path: 'caughtAt', message: texts.caughtOutside },
    ])
    expect(await issues({ ...marlin, caughtAt: iso(Date.now() + 2 * hour) })).toEqual([
      { path: 'caughtAt', message: texts.caughtInFuture },
    ])
    expect(await testApp.db.selectFrom('updates').select('id').execute()).toEqual([])
  })

  test('answers 400 for a picture of another person; one’s own is in the update and the boat’s record', async () => {
    const testApp = await makeTestApp()
    const { boat, entry, organiser, stranger } = await addScene(testApp.db)
    const imageId = await addImage(testApp.db, organiser.id)
    const others = await addImage(testApp.db, stranger.id)
    const answer = await weigh(testApp, entry, organiser.cookie, { ...marlin, imageId: others })
    expect([answer.status, (await answer.json()).issues]).toEqual([
      400,
      [{ path: 'imageId', message: imageTexts.unknown }],
    ])
    const { id } = await (await weigh(testApp, entry, organiser.cookie, { ...marlin, imageId })).json()
    const read = async (path: string) => (await testApp.page(path)).json()
    const [update]: Update[] = await read('/api/tournament-updates')
    expect(update?.imageUrl).toBe(imageUrl(imageId))
    const { heaviestCatches }: BoatProfile = await read(`/api/boats/${boat}`)
    expect(heaviestCatches).toMatchObject([{ id, imageUrl: imageUrl(imageId) }])
  })

  test('answers 409 before the start and when it is cancelled', async () => {
    const testApp = await makeTestApp()
    for (const values of [{ starts_at: Date.now() + hour }, { cancelled_at: 1 }]) {
      const { entry, organiser } = await addScene(testApp.db, values)
      expect((await weigh(testApp, entry, organiser.cookie)).status).toBe(409)
    }
  })

  test('stores a catch, updates best catch and positions, and posts an update', async () => {
    const { testApp, a, b, c, organiser, tournament } = await threeBoats()
    const first = await weigh(testApp, a, organiser.cookie)
    expect(first.status).toBe(201)
    const answer: WeighIn = await first.json()
    expect(answer).toMatchObject({
      entryId: a,
      weight: 412.5,
      species: 'Blue Marlin',
      positionOverridden: false,
      entry: { id: a, currentPosition: 1, bestCatch: '{"weight":412.5,"species":"Blue Marlin"}' },
    })
    await weigh(testApp, b, organiser.cookie, { weight: '500.25', species: 'Wahoo' })
    expect(await standings(testApp, tournament)).toEqual({
      [a]: [2, 412.5],
      [b]: [1, 500.25],
      [c]: [null, null],
    })
    await weigh(testApp, b, organiser.cookie, { weight: 10, species: 'Wahoo' })
    expect((await standings(testApp, tournament))[b]).toEqual([1, 500.25])
    const updates = await (await testApp.page('/api/tournament-updates')).json()
    expect(updates.map(({ content }: { content: string }) => content)).toEqual([
      'Knot Today weighed in a catch of 10 lbs (Wahoo).',
      'Knot Today weighed in a catch of 500.25 lbs (Wahoo) and is in first place.',
      'Reel Deal weighed in a catch of 412.5 lbs (Blue Marlin) and is in first place.',
    ])
  })

  test('ranks the earlier of two equal catches first, whichever is weighed in first', async () => {
    const { testApp, a, b, organiser, tournament } = await threeBoats()
    const at = (minutes: number) => ({ ...marlin, caughtAt: iso(Date.now() - minutes * 60_000) })
    await weigh(testApp, a, organiser.cookie, at(10))
    await weigh(testApp, b, organiser.cookie, at(20))
    expect(await standings(testApp, tournament)).toMatchObject({ [a]: [2, 412.5], [b]: [1, 412.5] })
  })

  test('accepts a catch after the end; one without a time counts as caught at the end', async () => {
    const testApp = await makeTestApp()
    const end = Date.now() - hour
    const { entry, organiser } = await addScene(testApp.db, { starts_at: end - hour, ends_at: end })
    const response = await weigh(testApp, entry, organiser.cookie)
    expect(response.status).toBe(201)
    expect((await response.json()).caughtAt).toBe(iso(end))
  })

  test('answers 200 to a repeated weigh-in with the same id, and 409 to a different one', async () => {
    const { testApp, a, b, organiser } = await threeBoats()
    const id = newId<'catch'>()
    const fish = { ...marlin, id }
    expect((await weigh(testApp, a, organiser.cookie, { ...fish, id: 'mine' })).status).toBe(400)
    const first = await weigh(testApp, a, organiser.cookie, fish)
    const again = await weigh(testApp, a, organiser.cookie, fish)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(await again.json()).toEqual(await first.json())
    expect((await weigh(testApp, b, organiser.cookie, fish)).status).toBe(409)
    expect((await weigh(testApp, a, organiser.cookie, { ...fish, weight: 1 })).status).toBe(409)
    // A correction between the two does not make it another catch.
    const correction = { method: 'PATCH', json: { weight: 421.5 }, cookie: organiser.cookie }
    expect((await testApp.page(`/api/catches/${id}`, correction)).status).toBe(200)
    const other = { ...fish, species: 'Wahoo' }
    expect((await weigh(testApp, a, organiser.cookie, other)).status).toBe(409)
    const late = await weigh(testApp, a, organiser.cookie, fish)
    expect([late.status, await late.json()]).toEqual([200, expect.objectContaining({ weight: 421.5 })])
    expect(await testApp.db.selectFrom('catches').select('id').execute()).toEqual([{ id }])
    expect((await (await testApp.page('/api/tournament-updates')).json()).length).toBe(1)
  })

  test('answers 200 to a repetition after the fish moved to another boat, and 409 for a third boat', async () => {
    const { testApp, a, b, c, organiser } = await threeBoats()
    const fish = { ...marlin, id: newId<'catch'>() }
    const send = async (boat: EntryId, json: object = fish) => {
      const answer = await weigh(testApp, boat, organiser.cookie, json)
      return [answer.status, answer.ok ? (await answer.json()).entryId : null]
    }
    expect(await send(a)).toEqual([201, a])
    const move = { method: 'PATCH', json: { entryId: b }, cookie: organiser.cookie }
    expect((await testApp.page(`/api/catches/${fish.id}`, move)).status).toBe(200)
    expect(await send(a)).toEqual([200, b])
    expect(await send(b)).toEqual([200, b])
    expect(await send(c)).toEqual([409, null])
    expect(await send(a, { ...fish, weight: 1 })).toEqual([409, null])
  })

  test('answers 409 to a repetition with another witness, scale or mark, unless the catch was corrected', async () => {
    const mark = { key: 'gaffed', name: 'Gaffed', weight: 1, points: 0, species: null, categories: null }
    const world = await makeProtestWorld({ rules: heaviestRules({ marks: [mark] }) })
    const path = `/api/tournament-entries/${world.reelDeal.entry}/catches`
    const fish = { id: newId<'catch'>(), weight: 5, species: 'Tuna', witness: 'R. Cole' }
    const send = async (change: object = {}) =>
      (await world.send(path, 'POST', { ...fish, ...change }, world.organiser)).status
    expect([await send(), await send()]).toEqual([201, 200])
    for (const change of [{ witness: 'Someone Else' }, { scale: 'North' }, { marks: ['gaffed'] }])
      expect(await send(change)).toBe(409)
    // The client left it out when the server refused it.
    expect(await send({ weighedAt: iso(world.now()) })).toBe(200)
    const correction = { witness: 'Ray Cole', reason: 'Whole name' }
    const answer = await world.send(`/api/catches/${fish.id}`, 'PATCH', correction, world.organiser)
    expect([answer.status, await send()]).toEqual([200, 200])
  })

  test('answers 409 to a repetition with another time of weighing', async () => {
    const world = await makeProtestWorld()
    const path = `/api/tournament-entries/${world.reelDeal.entry}/catches`
    const fish = { id: newId<'catch'>(), weight: 5, species: 'Tuna', caughtAt: iso(world.now() - hour) }
    const send = async (weighedAt: number) =>
      (await world.send(path, 'POST', { ...fish, weighedAt: iso(weighedAt) }, world.organiser)).status
    const at = world.now()
    expect([await send(at), await send(at), await send(at - 1000)]).toEqual([201, 200, 409])
  })

  test('answers 200 to a repetition after the rules changed what they measure, or were added or removed', async () => {
    const pounds = heaviestRules()
    const categories = pounds.categories.map(each => ({ ...each, measure: 'length' as const }))
    const versions = [pounds, heaviestRules({ unit: 'oz' }), heaviestRules({ categories }), null]
    const ruledFish = [{ weight: 5, scale: 'North' }, { ounces: 66 }, { length: 20.5 }, { released: true }]
    for (const [n, rules] of versions.entries()) {
      const world = await makeProtestWorld({ rules })
      const path = `/api/tournament-entries/${world.reelDeal.entry}/catches`
      const recorded: object[] = []
      const send = async (json: object) => (await world.send(path, 'POST', json, world.organiser)).status
      for (const measures of rules ? ruledFish : [{ weight: 5 }]) {
        const fish = { ...measures, id: newId<'catch'>(), species: 'Tuna' }
        if ((await send(fish)) === 201) recorded.push(fish)
      }
      expect(recorded.length).toBe([3, 3, 4, 1][n] ?? 0)
      for (const [number, other] of versions.entries()) {
        await setRules(world.db, world.tournament, other, world.organiser.id, { number: number + 2 })
        for (const fish of recorded) expect(await send(fish)).toBe(200)
      }
    }
  })

  test('answers 200 to a weigh master’s repetition after the role ended or the tournament was cancelled', async () => {
    const { db, app, weighMaster, coOrganiser, organiser, reelDeal, send, tournament } =
      await makeProtestWorld()
    const fish = { id: newId<'catch'>(), weight: 5, species: 'Tuna' }
    const weighBy = async (person: Signed, json: object = fish) =>
      (await weigh(app, reelDeal.entry, person.cookie, json)).status
    expect(await weighBy(weighMaster)).toBe(201)
    await send(`/api/tournaments/${tournament}/staff/${weighMaster.id}`, 'DELETE', undefined, organiser)
    expect([await weighBy(weighMaster), await weighBy(weighMaster, { ...fish, weight: 6 })]).toEqual([
      200, 403,
    ])
    await cancelTournament(db, tournament)
    expect([await weighBy(weighMaster), await weighBy(coOrganiser)]).toEqual([200, 409])
  })

  test('answers 200 to a repetition whose angler left the boat’s list meanwhile', async () => {
    const world = await makeProtestWorld()
    const path = `/api/tournament-entries/${world.reelDeal.entry}`
    const put = async (anglers: object[]) =>
      (await world.send(`${path}/anglers`, 'PUT', { anglers }, world.organiser)).json()
    const [{ id: anglerId }] = (await put([{ name: 'Bo Cole' }])).anglers
    const fish = { id: newId<'catch'>(), weight: 5, species: 'Tuna', anglerId }
    const send = async () => (await world.send(`${path}/catches`, 'POST', fish, world.organiser)).status
    expect(await send()).toBe(201)
    await put([])
    expect(await send()).toBe(200)
  })

  test('rolls back when the update cannot be written', async () => {
    const testApp = await makeTestApp()
    const { entry, organiser, tournament } = await addScene(testApp.db)
    await testApp.db.schema.dropTable('updates').execute()
    expect((await weigh(testApp, entry, organiser.cookie)).status).toBe(500)
    expect(await testApp.db.selectFrom('catches').select('id').execute()).toEqual([])
    expect(await standings(testApp, tournament)).toEqual({ [entry]: [null, null] })
  })

  test('reports that the organiser’s override differs from the position by weight', async () => {
    const { testApp, a, b, organiser, tournament } = await threeBoats()
    await testApp.page(`/api/tournament-entries/${b}`, {
      method: 'PATCH',
      json: { currentPosition: 1 },
      cookie: organiser.cookie,
    })
    await weigh(testApp, a, organiser.cookie)
    const response = await weigh(testApp, b, organiser.cookie, { weight: 5, species: 'Wahoo' })
    expect(await response.json()).toMatchObject({ positionOverridden: true, entry: { currentPosition: 1 } })
    expect(await standings(testApp, tournament)).toMatchObject({ [a]: [2, 412.5], [b]: [1, 5] })
    const view: OrganiserView = await (
      await testApp.page(`/api/tournaments/${tournament}/desk`, { cookie: organiser.cookie })
    ).json()
    expect(view.positions.find(({ entryId }) => entryId === b)).toEqual({
      entryId: b,
      currentPosition: 1,
      byWeight: 2,
      override: 1,
    })
  })

  test('concurrent weigh-ins give the same result as sequential ones', async () => {
    const { testApp, a, b, c, organiser, tournament } = await threeBoats()
    const requests = [a, b, c].flatMap((entry, boat) =>
      [1, 2, 3, 4].map(n =>
        weigh(testApp, entry, organiser.cookie, { weight: n * 10 + boat, species: 'Wahoo' }),
      ),
    )
    expect((await Promise.all(requests)).every(({ status }) => status === 201)).toBe(true)
    expect(await standings(testApp, tournament)).toEqual({ [a]: [3, 40], [b]: [2, 41], [c]: [1, 42] })
  })
})

const changeEntry = ({ page }: TestApp, entry: string, cookie: string, json: object) =>
  page(`/api/tournament-entries/${entry}`, { method: 'PATCH', cookie, json })

describe('PATCH and DELETE /api/catches/:id', () => {
  const change = ({ page }: TestApp, id: string, method: string, cookie: string, json?: object) =>
    page(`/api/catches/${id}`, { method, cookie, ...(json && { json }) })

  test('answers 401, 403, 404, 400', async () => {
    const testApp = await makeTestApp()
    const { entry, captain, organiser } = await addScene(testApp.db)
    const { id } = await (await weigh(testApp, entry, organiser.cookie)).json()
    for (const method of ['PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { weight: 1 } : undefined
      expect((await change(testApp, id, method, '', json)).status).toBe(401)
      expect((await change(testApp, id, method, captain.cookie, json)).status).toBe(403)
      expect((await change(testApp, newId(), method, organiser.cookie, json)).status).toBe(404)
    }
    expect((await change(testApp, id, 'PATCH', organiser.cookie, { weight: 0 })).status).toBe(400)
    for (const field of ['captainId', 'boatId', 'wieght']) {
      const json = { weight: 12, [field]: entry }
      const answer = await change(testApp, id, 'PATCH', organiser.cookie, json)
      expect([field, answer.status]).toEqual([field, 400])
      expect((await answer.json()).issues).toMatchObject([{ path: field }])
    }
  })

  test('PATCH corrects and DELETE removes a catch; positions and the update follow', async () => {
    const { testApp, a, b, organiser, tournament } = await threeBoats()
    const first = await (await weigh(testApp, a, organiser.cookie)).json()
    await weigh(testApp, b, organiser.cookie, { weight: 300, species: 'Wahoo' })
    const answer = await change(testApp, first.id, 'PATCH', organiser.cookie, { weight: 41.25 })
    expect(await answer.json()).toMatchObject({ weight: 41.25, entry: { currentPosition: 2 } })
    expect(await standings(testApp, tournament)).toMatchObject({ [a]: [2, 41.25], [b]: [1, 300] })
    const contents = async () =>
      (await (await testApp.page('/api/tournament-updates')).json()).map(
        ({ content }: { content: string }) => content,
      )
    expect(await contents()).toContain(
      'Reel Deal weighed in a catch of 41.25 lbs (Blue Marlin), now in position 2.',
    )
    expect((await change(testApp, first.id, 'DELETE', organiser.cookie)).status).toBe(204)
    expect(await standings(testApp, tournament)).toMatchObject({ [a]: [null, null], [b]: [1, 300] })
    expect((await contents()).length).toBe(1)
    expect((await change(testApp, first.id, 'DELETE', organiser.cookie)).status).toBe(404)
  })

  test('a retry under way doesn’t bring a deleted catch back', async () => {
    const { testApp, a, organiser, tournament } = await threeBoats()
    const fish = { ...marlin, id: newId<'catch'>() }
    expect((await weigh(testApp, a, organiser.cookie, fish)).status).toBe(201)
    await change(testApp, fish.id, 'DELETE', organiser.cookie)
    const again = await weigh(testApp, a, organiser.cookie, fish)
    expect([again.status, await again.json()]).toEqual([
      410,
      { error: 'gone', message: 'This weigh-in was deleted. Weigh the fish in again.' },
    ])
    expect(await standings(testApp, tournament)).toMatchObject({ [a]: [null, null] })
  })

  test('a fish that was first announced without a weight stays so after two corrections', async () => {
    const { db } = await makeTestApp()
    const { entry } = await addScene(db)
    await addCatch(db, { entry_id: entry, weight_hundredths: null, released: 1, species: 'Wahoo' })
    const latest = () => db.selectFrom('catches').selectAll().executeTakeFirstOrThrow()
    for (const weight_hundredths of [5000, 6000]) {
      const row = await latest()
      await inTransaction(db, trx =>
        updateCatch(trx, row, { ...row, weight_hundredths, released: 0 }, Date.now()),
      )
    }
    expect(await latest()).toMatchObject({
      weight_hundredths: 6000,
      first_weight_hundredths: null,
      first_species: 'Wahoo',
    })
  })

  test('a corrected catch says when, what was announced first, and still its first place', async () => {
    const { testApp, a, b, organiser, tournament } = await threeBoats()
    const { cookie } = organiser
    const { id } = await (await weigh(testApp, a, cookie, { ...marlin, weight: 4225 })).json()
    await weigh(testApp, b, cookie, { weight: 300, species: 'Wahoo' })
    const updateOf = async () => {
      const updates: Update[] = await (await testApp.page('/api/tournament-updates')).json()
      return updates.find(({ content }) => content.startsWith('Reel Deal'))
    }
    const entryOf = async () => {
      const answer: Tournament = await (await testApp.page(`/api/tournaments/${tournament}`)).json()
      return answer.entries.find(entry => entry.id === a)
    }
    // The same again corrects nothing.
    await change(testApp, id, 'PATCH', cookie, { weight: 4225 })
    expect(await updateOf()).not.toHaveProperty('correction')
    expect(await entryOf()).not.toHaveProperty('bestCatchCorrection')

    await change(testApp, id, 'PATCH', cookie, { weight: 422 })
    const response = await change(testApp, id, 'PATCH', cookie, { weight: 422.5, species: 'Blue Marlin' })
    const correction = { at: expect.any(String), weight: 4225, species: null }
    expect(await response.json()).toMatchObject({ weight: 422.5, correction })
    expect(await entryOf()).toMatchObject({ currentPosition: 1, bestCatchCorrection: correction })
    expect(await updateOf()).toMatchObject({
      content: 'Reel Deal weighed in a catch of 422.5 lbs (Blue Marlin) and is in first place.',
      correction,
    })

    // A smaller catch of the boat claims no place.
    const small = await (await weigh(testApp, a, cookie, { weight: 10, species: 'Wahoo' })).json()
    await change(testApp, small.id, 'PATCH', cookie, { weight: 11 })
    expect(await updateOf()).toMatchObject({ content: 'Reel Deal weighed in a catch of 11 lbs (Wahoo).' })
    await change(testApp, id, 'DELETE', cookie)
    expect(await entryOf()).toMatchObject({ bestCatchCorrection: { weight: 10 } })
  })

  test('a position that the organiser has set says so, until it is taken back', async () => {
    const { testApp, a, organiser } = await threeBoats()
    const set = async (currentPosition: number | null): Promise<Entry> =>
      (await changeEntry(testApp, a, organiser.cookie, { currentPosition })).json()
    expect(await set(1)).toMatchObject({ currentPosition: 1, positionDecided: true })
    expect(await set(null)).not.toHaveProperty('positionDecided')
  })
})

describe('GET /api/tournaments/:id/desk', () => {
  test('answers 401, 403 and 404 to others, and 200 with the catches, newest first', async () => {
    const { testApp, a, b, organiser, stranger, tournament } = await threeBoats()
    const viewOf = (id: string, cookie = '') => testApp.page(`/api/tournaments/${id}/desk`, { cookie })
    await weigh(testApp, a, organiser.cookie)
    await weigh(testApp, b, organiser.cookie)
    expect((await viewOf(tournament)).status).toBe(401)
    expect((await viewOf(tournament, stranger.cookie)).status).toBe(403)
    expect((await viewOf(newId(), organiser.cookie)).status).toBe(404)
    const post = { tournamentEntryId: a, content: 'Lines in.' }
    await testApp.page('/api/tournament-updates', { json: post, cookie: organiser.cookie })
    const { catches, weighInUpdates, held }: OrganiserView = await (
      await viewOf(tournament, organiser.cookie)
    ).json()
    expect(catches.map(({ entryId }) => entryId)).toEqual([b, a])
    const updates: Update[] = await (await testApp.page('/api/tournament-updates')).json()
    const ofWeighIns = updates.filter(({ content }) => content !== post.content)
    expect(weighInUpdates.toSorted()).toEqual(ofWeighIns.map(({ id }) => id).toSorted())
    expect(weighInUpdates.length).toBe(2)
    expect(held).toEqual({ fundings: 0, amount: '0.00' })
  })

  test('holds all catches, or the latest with a link to the rest; the list has all, in pages', async () => {
    const { testApp, a, organiser, stranger, tournament } = await threeBoats()
    const { db, page } = testApp
    const ids: string[] = []
    for (let n = 0; n < 53; n++)
      ids.unshift(await addCatch(db, { entry_id: a, created_at: 1000 + Math.floor(n / 2) }))
    const { cookie } = organiser
    const path = `/api/tournaments/${tournament}`
    const readFrom = async (first: string): Promise<string[]> =>
      (await readPages<Catch[]>(testApp, first, cookie)).flat().map(({ id }) => id)
    expect(await readFrom(`${path}/catches?limit=20`)).toEqual(ids)
    for (const [query, size] of [
      ['', 53],
      ['?limit=53', 53],
      ['?limit=50', 50],
      ['?limit=1', 1],
    ] as const) {
      const answer = await page(`${path}/desk${query}`, { cookie })
      const view: OrganiserView = await answer.json()
      expect(view.catches).toHaveLength(size)
      const next = nextOf(answer)
      if (next !== undefined) expect(next).toStartWith(`${path}/catches?cursor=`)
      const rest = next === undefined ? [] : await readFrom(next)
      expect([...view.catches.map(({ id }) => id), ...rest]).toEqual(ids)
    }
    for (const query of ['limit=0', 'limit=1001'])
      expect((await page(`${path}/desk?${query}`, { cookie })).status).toBe(400)
    expect((await page(`${path}/catches`)).status).toBe(401)
    expect((await page(`${path}/catches`, { cookie: stranger.cookie })).status).toBe(403)
    expect((await page(`/api/tournaments/${newId()}/catches`, { cookie })).status).toBe(404)
    for (const query of ['limit=0', 'limit=201', 'cursor=x'])
      expect((await page(`${path}/catches?${query}`, { cookie })).status).toBe(400)
  })

  test('shows what a cancellation would refund: held fundings of entered boats only', async () => {
    const { testApp, a, b, c, organiser, tournament } = await threeBoats()
    const { db, page } = testApp
    await addFunding(db, { entry_id: a, amount_cents: 2550 })
    await addFunding(db, { entry_id: b, amount_cents: 10_000 })
    await addFunding(db, { entry_id: b, amount_cents: 700, refund_requested_at: 1 })
    await addFunding(db, { entry_id: b, amount_cents: 900, status: 'pending', completed_at: null })
    await addFunding(db, { entry_id: c, amount_cents: 5000 })
    await addFunding(db, { amount_cents: 6000 })
    await withdrawEntry(db, c)
    const view: OrganiserView = await (
      await page(`/api/tournaments/${tournament}/desk`, { cookie: organiser.cookie })
    ).json()
    expect(view.held).toEqual({ fundings: 2, amount: '125.50' })
  })
})

describe('the rules', () => {
  test('caughtAtIssues tolerates a phone’s clock that is slightly ahead', () => {
    const times = { starts_at: 0, ends_at: 10 * hour, cancelled_at: null, started_at: null, ended_at: null }
    const tournament = {
      ...times,
      id: newId<'tournament'>(),
      organiser_id: newId<'user'>(),
      name: '',
      description: null,
      location: null,
      prize_pool_cents: null,
      funding_closes_at: null,
      public_log: null,
      funding_closed_at: null,
      protests_until: null,
      payout_days: null,
      cancel_reason: null,
      created_at: 0,
      updated_at: 0,
    }
    expect(caughtAtIssues(hour + 6 * 60_000, tournament, hour).length).toBe(1)
    expect(caughtAtIssues(hour + 4 * 60_000, tournament, hour)).toEqual([])
  })
})

describe('a weigh-in like one of the last half hour', () => {
  const minute = 60_000

  test('is refused if asked, and recorded otherwise; a repeated request is not like itself', async () => {
    const testApp = await makeTestApp()
    const { entry, organiser } = await addScene(testApp.db)
    const other = await addEntry(testApp.db)
    const at = testApp.deps.now()
    const send = async (values: object, of = entry) =>
      weigh(testApp, of, organiser.cookie, { weight: 200, species: 'Wahoo', unlessSimilar: true, ...values })
    const id = newId()
    expect((await send({ id })).status).toBe(201)
    expect((await send({ id })).status).toBe(200)
    for (const same of [{}, { species: 'wahoo', weight: 198 }, { weight: 202 }]) {
      const answer = await send(same)
      const body = await answer.json()
      expect([answer.status, body.error, body.issues[0].path]).toEqual([409, 'conflict', 'unlessSimilar'])
      expect(body.message).toContain('Reel Deal has Wahoo of 200 lbs already')
    }
    for (const another of [
      { weight: 202.03 },
      { weight: 197.99 },
      { species: 'Dorado' },
      { caughtAt: new Date(at - 31 * minute).toISOString() },
      { unlessSimilar: false },
      { unlessSimilar: undefined },
    ])
      expect([another, (await send(another)).status]).toEqual([another, 201])
    expect((await send({ unlessSimilar: 'yes' })).status).toBe(400)
    expect((await send({}, other)).status).not.toBe(409)
    for (const [species, status] of [
      ['Ørret', 201],
      ['ørret', 409],
    ] as const)
      expect((await send({ species })).status).toBe(status)
  })
})

describe('GET /api/tournaments/:id/catches.csv', () => {
  test('answers 401 for a visitor, 403 for captain and stranger, 404 for no tournament', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, captain, stranger, organiser } = await addScene(db)
    const path = `/api/tournaments/${tournament}/catches.csv`
    expect((await page(path)).status).toBe(401)
    for (const { cookie } of [captain, stranger]) expect((await page(path, { cookie })).status).toBe(403)
    const none = `/api/tournaments/${newId()}/catches.csv`
    expect((await page(none, { cookie: organiser.cookie })).status).toBe(404)
  })

  test('lists the catches of more than one batch once, without formulas and withdrawn boats', async () => {
    const { page, db } = await makeTestApp()
    const { tournament, entry, organiser } = await addScene(db)
    const at = Date.UTC(2026, 5, 1, 9)
    for (let i = 0; i < limits.catchesPage + 2; i++)
      await addCatch(db, { entry_id: entry, weight_hundredths: 10_000 + i, caught_at: at, created_at: at })
    const correction = { corrected_at: at + 60_000, first_weight_hundredths: 9900, first_species: 'Tuna' }
    await addCatch(db, {
      entry_id: entry,
      species: '=Tuna',
      caught_at: at,
      created_at: at + 1,
      ...correction,
    })
    const withdrawnEntry = await addEntry(db, { tournament_id: tournament, withdrawn_at: 1 })
    await addCatch(db, { entry_id: withdrawnEntry })
    const answer = await page(`/api/tournaments/${tournament}/catches.csv`, { cookie: organiser.cookie })
    const [, ...lines] = (await answer.text()).trim().split('\r\n')
    expect(new Set(lines).size).toBe(limits.catchesPage + 3)
    expect(lines.length).toBe(limits.catchesPage + 3)
    expect(lines.at(-1)).toBe(
      `"Reel Deal","Ana Reyes","412.50","'=Tuna","2026-06-01 09:00:00","2026-06-01 09:00:00","2026-06-01 09:01:00","99.00","Tuna"`,
    )
  })
})
