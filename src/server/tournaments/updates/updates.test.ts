import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { makeTestApp, nextOf, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addCrew,
  addEntry,
  addImage,
  addScene,
  addSigned,
  addTournament,
  addUpdate,
  pastDates,
  upcoming,
} from '../../../../tests/support/factories.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { category, daysOf, one } from '../../../../tests/support/scoring.ts'
import { canDeleteUpdate, canPostUpdate } from './updates.rules.ts'

const post = ({ page }: TestApp, cookie: string, json: object) =>
  page('/api/tournament-updates', { json, cookie })

describe('POST /api/tournament-updates', () => {
  test('answers 401, 400 and 404; 403 to a stranger, unapproved crew and crew of another boat', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { entry, boat, stranger } = await addScene(db)
    const json = { tournamentEntryId: entry, content: 'Lines in.' }
    expect((await post(testApp, '', json)).status).toBe(401)
    expect((await post(testApp, stranger.cookie, {})).status).toBe(400)
    expect((await post(testApp, stranger.cookie, { ...json, tournamentEntryId: newId() })).status).toBe(404)
    expect((await post(testApp, stranger.cookie, json)).status).toBe(403)
    const waiting = await addSigned(db)
    await addCrew(db, { user_id: waiting.id, boat_id: boat, approved_at: null })
    const elsewhere = await addSigned(db)
    await addCrew(db, { user_id: elsewhere.id, boat_id: await addBoat(db) })
    for (const { cookie } of [waiting, elsewhere])
      expect((await post(testApp, cookie, json)).status).toBe(403)
    expect(await db.selectFrom('updates').select('id').execute()).toEqual([])
  })

  test('answers 409 for a cancelled tournament, and 400 for another account’s picture', async () => {
    const testApp = await makeTestApp()
    const { entry, captain, organiser } = await addScene(testApp.db)
    const imageId = await addImage(testApp.db, organiser.id)
    const bad = await post(testApp, captain.cookie, { tournamentEntryId: entry, content: 'x', imageId })
    expect(bad.status).toBe(400)
    const off = await addScene(testApp.db, { cancelled_at: 1 })
    const json = { tournamentEntryId: off.entry, content: 'x' }
    expect((await post(testApp, off.captain.cookie, json)).status).toBe(409)
  })

  test('posts an update once under the client’s id; another text or boat under it is refused', async () => {
    const testApp = await makeTestApp()
    const { entry, captain } = await addScene(testApp.db)
    const send = (json: object) => post(testApp, captain.cookie, json)
    const update = {
      id: newId<'update'>(),
      tournamentEntryId: entry,
      content: 'Lines in.',
      location: 'Canyon',
    }
    const answers = [await send(update), await send(update)]
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    expect(await answers[1]?.json()).toEqual(await answers[0]?.json())
    expect((await send({ ...update, content: 'Lines out.' })).status).toBe(409)
    expect((await send({ ...update, id: 'x' })).status).toBe(400)
    const other = await addScene(testApp.db)
    const elsewhere = { ...update, tournamentEntryId: other.entry }
    expect((await post(testApp, other.captain.cookie, elsewhere)).status).toBe(409)
    const rows = await testApp.db.selectFrom('updates').select('id').execute()
    expect(rows).toEqual([{ id: update.id }])
  })

  test('answers 201 to owner, crew and organiser, and treats HTML as text', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { entry, boat, captain, organiser, tournament } = await addScene(db)
    const crew = await addSigned(db)
    await addCrew(db, { user_id: crew.id, boat_id: boat })
    const imageId = await addImage(db, crew.id)
    for (const { cookie } of [captain, organiser])
      expect((await post(testApp, cookie, { tournamentEntryId: entry, content: 'Lines in.' })).status).toBe(
        201,
      )
    const response = await post(testApp, crew.cookie, {
      tournamentEntryId: entry,
      content: ' <script>alert(1)</script> ',
      location: 'Canyon',
      imageId,
    })
    expect(response.status).toBe(201)
    const update: Update = await response.json()
    expect(update).toMatchObject({
      content: '<script>alert(1)</script>',
      imageUrl: `/images/${imageId}.webp`,
      location: 'Canyon',
      tournamentEntry: { id: entry, boat: { id: boat }, tournament: { id: tournament, status: 'active' } },
    })
    const [newest]: Update[] = await (await testApp.page('/api/tournament-updates')).json()
    expect(newest).toEqual(update)
  })
})

describe('GET /api/tournament-updates', () => {
  test('answers 400 for an invalid cursor or limit', async () => {
    const { page } = await makeTestApp()
    for (const search of ['cursor=x', 'limit=0', 'limit=201', "cursor=1_'--"])
      expect((await page(`/api/tournament-updates?${search}`)).status).toBe(400)
  })

  test('answers 50 updates, newest first; the Link header leads through all, despite new ones', async () => {
    const { page, db } = await makeTestApp()
    const entry = await addEntry(db)
    const ids: string[] = []
    for (let n = 0; n < 120; n++)
      ids.unshift(await addUpdate(db, { entry_id: entry, created_at: 1000 + Math.floor(n / 3) }))
    const pageIds: string[] = []
    for (let path: string | undefined = '/api/tournament-updates'; path !== undefined; ) {
      const response: Response = await page(path)
      const list: Update[] = await response.json()
      expect(list.length).toBeLessThanOrEqual(50)
      pageIds.push(...list.map(({ id }) => id))
      path = nextOf(response)
      await addUpdate(db, { entry_id: entry })
    }
    expect(pageIds).toEqual(ids)
  })

  test('filters by tournament and omits withdrawn entries', async () => {
    const { page, db, entry, tournament, withdraw } = await makeScene()
    const mine = await addUpdate(db, { entry_id: entry })
    const other = await addUpdate(db)
    const idsOf = async (search: string) =>
      (await (await page(`/api/tournament-updates${search}`)).json()).map(({ id }: Update) => id)
    expect(await idsOf('')).toEqual([other, mine])
    expect(await idsOf(`?tournamentId=${tournament}`)).toEqual([mine])
    expect(await idsOf('?tournamentId=x')).toEqual([])
    await withdraw()
    expect(await idsOf('')).toEqual([other])
  })

  test('answers 304 for a known ETag; a renamed boat appears at once', async () => {
    const { page, db } = await makeTestApp()
    const { entry, boat, captain } = await addScene(db)
    await addUpdate(db, { entry_id: entry })
    const response = await page('/api/tournament-updates')
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await page('/api/tournament-updates', { headers })).status).toBe(304)
    await page(`/api/boats/${boat}`, { method: 'PATCH', json: { name: 'Renamed' }, cookie: captain.cookie })
    const [update]: Update[] = await (await page('/api/tournament-updates', { headers })).json()
    expect(update?.tournamentEntry.boat.name).toBe('Renamed')
  })

  test('marks a disqualified fish at once, also one that changes no place', async () => {
    const cup = await makeRuledTournament({ categories: [category(one)] }, ['Reel Deal'])
    await cup.weigh('Reel Deal', { weight: 50 })
    const small = await cup.weigh('Reel Deal', { weight: 10 })
    const readMarked = async () =>
      ((await (await cup.page('/api/tournament-updates')).json()) as Update[])
        .filter(({ disqualified }) => disqualified !== undefined)
        .map(({ content }) => content)
    expect(await readMarked()).toEqual([])
    await cup.call(`/api/catches/${small}/disqualification`, 'PUT', { reason: 'Two lines' })
    expect(await readMarked()).toEqual(['Reel Deal weighed in a catch of 10 lbs (Tuna).'])
  })

  test('says that a weigh-in came to a shared place', async () => {
    const rules = { categories: [category({ ...one, ties: ['largest'] })] }
    const cup = await makeRuledTournament(rules, ['Reel Deal', 'Lady Luck'])
    await cup.weigh('Reel Deal', { weight: 50 })
    const id = await cup.weigh('Lady Luck', { weight: 50 })
    const readTexts = async () =>
      ((await (await cup.page('/api/tournament-updates')).json()) as Update[]).map(({ content }) => content)
    const text = 'Lady Luck weighed in a catch of 50 lbs (Tuna) and is tied for first place.'
    expect(await readTexts()).toContain(text)
    await cup.call(`/api/catches/${id}`, 'PATCH', { witness: 'R. Cole', reason: 'Left out' })
    expect(await readTexts()).toContain(text)
  })
})

describe('a correction’s update', () => {
  const readTexts = async ({ page }: Awaited<ReturnType<typeof makeRuledTournament>>) =>
    ((await (await page('/api/tournament-updates')).json()) as Update[]).map(({ content }) => content)

  test('says the place of a fish that no weight ranks', async () => {
    const rules = { categories: [category({ how: 'released', measure: 'count' })] }
    const cup = await makeRuledTournament(rules, ['Reel Deal', 'Lady Luck'])
    for (let n = 0; n < 2; n++) await cup.weigh('Lady Luck', { released: true })
    const id = await cup.weigh('Reel Deal', { released: true })
    const text = 'Reel Deal released a Tuna, now in position 2.'
    expect(await readTexts(cup)).toContain(text)
    await cup.call(`/api/catches/${id}`, 'PATCH', { witness: 'R. Cole', reason: 'Left out' })
    expect(await readTexts(cup)).toContain(text)
  })

  test('names no place of another day’s board', async () => {
    const rules = { days: daysOf(2), categories: [category({ ...one, days: 'each' })] }
    const cup = await makeRuledTournament(rules, ['Reel Deal', 'Lady Luck'])
    const id = await cup.weigh('Reel Deal', { weight: 60 })
    await cup.weigh('Lady Luck', { weight: 30, day: 2 })
    await cup.weigh('Reel Deal', { weight: 20, day: 2 })
    await cup.call(`/api/catches/${id}`, 'PATCH', { weight: 61, reason: 'Misread' })
    expect(await readTexts(cup)).toContain('Reel Deal weighed in a catch of 61 lbs (Tuna).')
  })
})

describe('DELETE /api/tournament-updates/:id', () => {
  test('answers 401, 403 and 404; 409 for the update of a weigh-in; 204 to its author', async () => {
    const { page, db, entry, captain, organiser, stranger, weighIn, wait } = await makeScene()
    const id = await addUpdate(db, { entry_id: entry, author_id: captain.id })
    const remove = (which: string, cookie = '') =>
      page(`/api/tournament-updates/${which}`, { method: 'DELETE', cookie })
    expect((await remove(id)).status).toBe(401)
    expect((await remove(id, stranger.cookie)).status).toBe(403)
    expect((await remove(newId(), captain.cookie)).status).toBe(404)
    wait(1000)
    await weighIn()
    const [update]: Update[] = await (await page('/api/tournament-updates')).json()
    expect((await remove(update?.id ?? '', organiser.cookie)).status).toBe(409)
    expect((await remove(id, captain.cookie)).status).toBe(204)
    expect((await (await page('/api/tournament-updates')).json()).length).toBe(1)
  })
})

describe('the rules', () => {
  const [owner, author, other] = [newId<'user'>(), newId<'user'>(), newId<'user'>()]
  const subject = { boat: { owner_id: owner }, role: null }
  const roles = ['organiser', 'co-organiser', 'weigh-master'] as const

  test('canPostUpdate allows owner, approved crew, organiser and staff', () => {
    expect(canPostUpdate({ id: author }, subject, false)).toBe(false)
    expect(canPostUpdate({ id: author }, subject, true)).toBe(true)
    expect(canPostUpdate({ id: owner }, subject, false)).toBe(true)
    for (const role of roles) expect(canPostUpdate({ id: other }, { ...subject, role }, false)).toBe(true)
  })

  test('canDeleteUpdate allows author, owner and organisers', () => {
    const mayDelete = (id: string, role: TournamentRole | null = null) =>
      canDeleteUpdate({ id }, { author_id: author }, { ...subject, role })
    expect(mayDelete(other)).toBe(false)
    expect(mayDelete(other, 'weigh-master')).toBe(false)
    for (const id of [owner, author]) expect(mayDelete(id)).toBe(true)
    for (const role of ['organiser', 'co-organiser'] as const) expect(mayDelete(other, role)).toBe(true)
  })
})

test('pages promise updates of a tournament that isn’t over, and of no other', async () => {
  const { db, page } = await makeTestApp()
  const organiser = await addSigned(db)
  for (const [dates, text] of [
    [upcoming(), 'No updates yet'],
    [pastDates(), 'No updates<'],
  ] as const) {
    const id = await addTournament(db, { organiser_id: organiser.id, ...dates })
    for (const path of [`/tournament/${id}`, `/kiosk/${id}`, `/tournament/${id}/manage?section=updates`])
      expect(await (await page(path, { cookie: organiser.cookie })).text()).toContain(text)
  }
})

test('updates name boat and tournament, except that of the page', async () => {
  const { db, page } = await makeTestApp()
  const { tournament, boat, entry, captain } = await addScene(db)
  await addUpdate(db, { entry_id: entry, author_id: captain.id, content: 'Lines in.', location: '' })
  const linksOn = async (path: string) => {
    const html = await (await page(path, { cookie: captain.cookie })).text()
    const [, item] = /id="updates".*?<li [^>]*>(.*?)<\/li>/s.exec(html) ?? []
    return [...(item ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  }
  const [boatPage, tournamentPage] = [`/boat/${boat}`, `/tournament/${tournament}`]
  expect(await linksOn('/tournaments')).toEqual([boatPage, tournamentPage])
  expect(await linksOn(boatPage)).toEqual([tournamentPage])
  expect(await linksOn(tournamentPage)).toEqual([boatPage])
})
