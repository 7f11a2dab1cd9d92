import { describe, expect, test } from 'bun:test'
import type { Assignment, CrewMember } from '#contract/boats/crew-members.ts'
import { newId } from '#contract/ids.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addBoat, addCrew, addScene, addSigned } from '../../../../tests/support/factories.ts'
import { approveCrew } from '../../../../tests/support/states.ts'

const assign = ({ page }: TestApp, cookie: string, boatId: unknown) =>
  page('/api/crew/assignment', { method: 'PUT', json: { boatId }, cookie })

describe('/api/crew/assignment', () => {
  test('answers 401 to a visitor, 400 and 404 for a malformed and an unknown boat', async () => {
    const testApp = await makeTestApp()
    const { cookie } = await addSigned(testApp.db)
    expect((await testApp.page('/api/crew/assignment')).status).toBe(401)
    expect((await assign(testApp, '', null)).status).toBe(401)
    expect((await assign(testApp, cookie, 7)).status).toBe(400)
    expect((await assign(testApp, cookie, undefined)).status).toBe(400)
    expect((await assign(testApp, cookie, newId())).status).toBe(404)
  })

  test('another’s boat needs approval, the caller’s own does not; null leaves; repeating changes nothing', async () => {
    const testApp = await makeTestApp()
    const { db, page } = testApp
    const { boat } = await addScene(db)
    const me = await addSigned(db)
    const own = await addBoat(db, { owner_id: me.id })
    const read = async (): Promise<Assignment> =>
      (await page('/api/crew/assignment', { cookie: me.cookie })).json()
    expect(await read()).toEqual({ boatId: null, boat: null, approved: false })
    expect(await (await assign(testApp, me.cookie, boat)).json()).toMatchObject({
      boatId: boat,
      approved: false,
    })
    const hasLink = async (cookie = me.cookie) =>
      (await (await page('/account', { cookie })).text()).includes('href="/crew"')
    expect(await hasLink()).toBe(true)
    await approveCrew(db)
    expect(await hasLink()).toBe(true)
    expect(await hasLink((await addSigned(db)).cookie)).toBe(false)
    expect(await (await assign(testApp, me.cookie, boat)).json()).toMatchObject({ approved: true })
    expect(await (await assign(testApp, me.cookie, own)).json()).toMatchObject({
      boatId: own,
      approved: true,
    })
    expect(await (await assign(testApp, me.cookie, boat)).json()).toMatchObject({
      boatId: boat,
      approved: false,
    })
    expect((await assign(testApp, me.cookie, null)).status).toBe(200)
    expect(await read()).toEqual({ boatId: null, boat: null, approved: false })
  })
})

describe('/api/boats/:id/crew', () => {
  test('answers 401, 403, 404', async () => {
    const { page, db } = await makeTestApp()
    const { boat, captain, stranger } = await addScene(db)
    const member = await addCrew(db, { boat_id: boat, approved_at: null })
    const approve = (id: string, user: string, cookie: string) =>
      page(`/api/boats/${id}/crew/${user}`, { json: { approved: true }, cookie })
    expect((await page(`/api/boats/${boat}/crew`)).status).toBe(401)
    expect((await page(`/api/boats/${boat}/crew`, { cookie: stranger.cookie })).status).toBe(403)
    expect((await page(`/api/boats/${newId()}/crew`, { cookie: captain.cookie })).status).toBe(404)
    expect((await approve(boat, member, '')).status).toBe(401)
    expect((await approve(boat, member, stranger.cookie)).status).toBe(403)
    expect((await approve(boat, stranger.id, captain.cookie)).status).toBe(404)
    const bad = await page(`/api/boats/${boat}/crew/${member}`, { json: {}, cookie: captain.cookie })
    expect(bad.status).toBe(400)
    const elsewhere = await addCrew(db)
    expect((await approve(boat, elsewhere, captain.cookie)).status).toBe(404)
  })

  test('the owner sees requests first, approves and removes members', async () => {
    const { page, db } = await makeTestApp()
    const { boat, captain } = await addScene(db)
    const long = await addCrew(db, { boat_id: boat })
    const deletedMember = await addSigned(db, { deleted_at: 1, email: null })
    await addCrew(db, { boat_id: boat, user_id: deletedMember.id })
    const asks = await addSigned(db, {
      metadata: '{"first_name":"Kit","last_name":7}',
      email: 'kit@example.org',
    })
    await addCrew(db, { boat_id: boat, user_id: asks.id, approved_at: null })
    const list: CrewMember[] = await (
      await page(`/api/boats/${boat}/crew`, { cookie: captain.cookie })
    ).json()
    expect(list.map(({ userId, approved }) => [userId, approved])).toEqual([
      [asks.id, false],
      [long, true],
    ])
    expect(list[0]).toMatchObject({ firstName: 'Kit', lastName: null, email: 'kit@example.org' })
    const answer = async (approved: boolean): Promise<CrewMember[]> =>
      (
        await page(`/api/boats/${boat}/crew/${asks.id}`, { json: { approved }, cookie: captain.cookie })
      ).json()
    expect((await answer(true)).every(({ approved }) => approved)).toBe(true)
    expect((await answer(false)).map(({ userId }) => userId)).toEqual([long])
    expect(await (await page('/api/crew/assignment', { cookie: asks.cookie })).json()).toMatchObject({
      boatId: null,
    })
  })
})
