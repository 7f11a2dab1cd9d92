import { describe, expect, test } from 'bun:test'
import type { Boat } from '#contract/boats/boats.ts'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { makeTestApp, nextOf } from '../../../../tests/support/app.ts'
import { addBoat, addEntry, addImage, addScene, addSigned } from '../../../../tests/support/factories.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { statusAndMessage } from '../../../../tests/support/scene.ts'

const json = { name: 'Reel Deal', captainName: 'Ana Reyes' }

describe('POST /api/boats', () => {
  test('answers 401 for a visitor', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/boats', { json })).status).toBe(401)
  })

  test('answers 400 with the exact texts for every invalid field, and stores nothing', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const issues = async (body: object) =>
      (await (await page('/api/boats', { json: body, cookie })).json()).issues
    expect(await issues({})).toEqual([
      { path: 'captainName', message: 'Captain name is required' },
      { path: 'name', message: 'Boat name is required' },
    ])
    expect(await issues({ name: 'x'.repeat(256), captainName: 'x'.repeat(256) })).toEqual([
      { path: 'captainName', message: 'Name is too long' },
      { path: 'name', message: 'Name is too long' },
    ])
    expect(await db.selectFrom('boats').select('id').execute()).toEqual([])
  })

  test('answers 400 for another account’s picture and for an unknown one', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const other = await addSigned(db)
    for (const imageId of [await addImage(db, other.id), newId(), 'x']) {
      const response = await page('/api/boats', { json: { ...json, imageId }, cookie })
      expect(response.status).toBe(400)
      expect((await response.json()).issues[0].path).toBe('imageId')
    }
  })

  test('answers 409 for the 2,001st boat of an account; those that wait for their captain don’t count', async () => {
    const { page, db } = await makeTestApp()
    const me = await addSigned(db)
    const rows = Array.from({ length: limits.boatsPerPerson }, (_, n) => ({
      id: newId<'boat'>(),
      owner_id: me.id,
      name: `Boat ${n}`,
      captain_name: 'Ana Reyes',
      created_at: 1,
    }))
    await addRows(db, 'boats', ...rows)
    const boat_id = rows[0]?.id ?? newId<'boat'>()
    const add = () =>
      page('/api/boats', { json: { name: 'One More', captainName: 'Ana Reyes' }, cookie: me.cookie })
    expect(await statusAndMessage(await add())).toEqual([
      409,
      'You have 2,000 boats, which is the most that one account can have.',
    ])
    await addEntry(db, { boat_id, awaits_captain: 1 })
    expect((await add()).status).toBe(201)
  })

  test('answers 200 with the same boat to a repetition with its Idempotency-Key, for its owner', async () => {
    const { page, db } = await makeTestApp()
    const [me, other] = [await addSigned(db), await addSigned(db)]
    const add = (cookie: string, key: string) =>
      page('/api/boats', { json, cookie, headers: { 'idempotency-key': key } })
    const [first, again] = [await add(me.cookie, 'a'), await add(me.cookie, 'a')]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(await again.json()).toEqual(await first.json())
    for (const [cookie, key] of [
      [me.cookie, 'b'],
      [other.cookie, 'a'],
    ] as const)
      expect((await add(cookie, key)).status).toBe(201)
  })

  test('answers 201 with the field names that programs rely on and the caller’s picture', async () => {
    const { page, db } = await makeTestApp()
    const { id, cookie } = await addSigned(db)
    const imageId = await addImage(db, id)
    const response = await page('/api/boats', {
      json: { ...json, imageId, name: 'Hook & Ladder' },
      cookie,
    })
    expect(response.status).toBe(201)
    const boat: Boat = await response.json()
    expect(boat).toEqual({
      id: boat.id,
      name: 'Hook & Ladder',
      captain_name: 'Ana Reyes',
      description: null,
      imageUrl: `/images/${imageId}.webp`,
      owner_id: id,
    })
    expect(await (await page('/api/boats', { cookie })).json()).toEqual([boat])
  })
})

describe('GET /api/boats', () => {
  test('answers 401 for a visitor', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/boats')).status).toBe(401)
  })

  test('answers 200 with all boats, newest first; in pages on request', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.unshift(await addBoat(db))
    const idsOf = async (response: Response) => (await response.json()).map(({ id }: Boat) => id)
    expect(await idsOf(await page('/api/boats', { cookie }))).toEqual(ids)
    const first = await page('/api/boats?limit=2', { cookie })
    expect(first.headers.get('link')).toBe(`</api/boats?limit=2&cursor=${ids[1]}>; rel="next"`)
    const second = await page(`/api/boats?limit=2&cursor=${ids[1]}`, { cookie })
    expect(second.headers.get('link')).toBeNull()
    expect([...(await idsOf(first)), ...(await idsOf(second))]).toEqual(ids)
    expect((await page('/api/boats?cursor=1', { cookie })).status).toBe(400)
  })
})

describe('GET /api/boats in a large marina', () => {
  test('answers 400 for a cursor, a limit and a filter it doesn’t know', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    for (const search of ['cursor=x', 'limit=0', 'limit=1001', 'mine=yes'])
      expect((await page(`/api/boats?${search}`, { cookie })).status).toBe(400)
  })

  test('finds boats by the beginnings of words in their name and their captain’s, in pages', async () => {
    const { page, db } = await makeTestApp()
    const { id: owner_id, cookie } = await addSigned(db)
    const names = async (search: string) => {
      const boats: Boat[] = await (await page(`/api/boats?${search}`, { cookie })).json()
      return boats.map(({ name }) => name)
    }
    await addBoat(db, { name: 'Señorita del Mar', captain_name: 'Ana Reyes' })
    const second = await addBoat(db, { name: 'Second Wind', captain_name: 'Ana Stone', owner_id })
    expect(await names('q=senor%20ma')).toEqual(['Señorita del Mar'])
    expect(await names('q=ana')).toEqual(['Second Wind', 'Señorita del Mar'])
    expect(await names('q=ana&limit=1')).toEqual(['Second Wind'])
    expect(await names(`q=ana&limit=1&cursor=${second}`)).toEqual(['Señorita del Mar'])
    expect(await names('q=ana&mine=true')).toEqual(['Second Wind'])
    expect(await names('q=%20')).toHaveLength(2)
    expect(await names('q=%22*')).toEqual([])
    const change = { method: 'PATCH', json: { name: 'First Light' }, cookie }
    expect((await page(`/api/boats/${second}`, change)).status).toBe(200)
    expect([await names('q=wind'), await names('q=light')]).toEqual([[], ['First Light']])
    expect((await page(`/api/boats?q=${'x'.repeat(201)}`, { cookie })).status).toBe(400)
  })

  test('answers at most 200 boats by default, and finds one’s own behind them', async () => {
    const { page, db } = await makeTestApp()
    const { id: owner_id, cookie } = await addSigned(db)
    const own = await addBoat(db, { owner_id })
    for (let n = 0; n < limits.listPage; n++) await addBoat(db)
    const first = await page('/api/boats', { cookie })
    const boats: Boat[] = await first.json()
    expect(boats).toHaveLength(limits.listPage)
    expect(boats.map(({ id }) => id)).not.toContain(own)
    const next = nextOf(first) ?? ''
    expect(await (await page(next, { cookie })).json()).toMatchObject([{ id: own }])
    expect(await (await page('/api/boats?mine=true', { cookie })).json()).toMatchObject([{ id: own }])
    const others = await page('/api/boats?mine=false', { cookie })
    expect(others.headers.get('link')).toBeNull()
    expect(await others.json()).toEqual(boats)
  })
})

describe('PATCH /api/boats/:id', () => {
  test('answers 401, 403 and 404 to others, 200 to the owner; every list shows the new name', async () => {
    const { page, db } = await makeTestApp()
    const { boat, captain, stranger, entry } = await addScene(db)
    const patch = (id: string, cookie = '') =>
      page(`/api/boats/${id}`, { method: 'PATCH', json: { name: 'Renamed' }, cookie })
    expect((await page(`/api/tournament-entries/${entry}`)).status).toBe(200)
    expect((await patch(boat)).status).toBe(401)
    expect((await patch(boat, stranger.cookie)).status).toBe(403)
    expect((await patch(newId(), captain.cookie)).status).toBe(404)
    expect((await patch(boat, captain.cookie)).status).toBe(200)
    expect((await (await page(`/api/tournament-entries/${entry}`)).json()).boat.name).toBe('Renamed')
  })
})
