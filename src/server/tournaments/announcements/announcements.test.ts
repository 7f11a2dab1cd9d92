import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { dailyLimits } from '#contract/limits.ts'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import { makeTestApp, nextOf, type TestApp } from '../../../../tests/support/app.ts'
import { addScene, addSigned, addStaff } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { banUser, moveTournament } from '../../../../tests/support/states.ts'

const post = ({ page }: TestApp, tournament: string, cookie: string, json: object) =>
  page(`/api/tournaments/${tournament}/announcements`, { json, cookie })

const listOf = async ({ page }: TestApp, search = ''): Promise<Announcement[]> =>
  (await page(`/api/announcements${search}`)).json()

describe('announcements', () => {
  test('refuse visitors, others than the organiser, unknown ids and invalid bodies', async () => {
    const testApp = await makeTestApp()
    const { tournament, captain, organiser } = await addScene(testApp.db)
    const announcement = { content: 'Weigh-in until 6 PM.' }
    const { id }: Announcement = await (
      await post(testApp, tournament, organiser.cookie, announcement)
    ).json()
    expect((await post(testApp, tournament, '', announcement)).status).toBe(401)
    expect((await post(testApp, tournament, captain.cookie, announcement)).status).toBe(403)
    expect((await post(testApp, newId(), organiser.cookie, announcement)).status).toBe(404)
    for (const json of [
      {},
      { content: ' ' },
      { content: 'x'.repeat(2001) },
      { ...announcement, pinned: 'yes' },
    ])
      expect((await post(testApp, tournament, organiser.cookie, json)).status).toBe(400)
    for (const [method, json] of [['PATCH', { pinned: true }], ['DELETE']] as const) {
      const change = (path: string, cookie: string) =>
        testApp.page(`/api/announcements/${path}`, { method, cookie, ...(json && { json }) })
      expect((await change(id, '')).status).toBe(401)
      expect((await change(id, captain.cookie)).status).toBe(403)
      expect((await change(newId(), organiser.cookie)).status).toBe(404)
    }
    expect((await testApp.page('/api/announcements?cursor=x')).status).toBe(400)
    expect((await listOf(testApp)).length).toBe(1)
  })

  test('are posted once under the client’s id; another text under it is refused', async () => {
    const testApp = await makeTestApp()
    const { tournament, organiser } = await addScene(testApp.db)
    const send = (json: object) => post(testApp, tournament, organiser.cookie, json)
    const note = { id: newId(), content: 'Weigh-in until 6 PM.' }
    const answers = [await send(note), await send(note)]
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    expect(await answers[1]?.json()).toEqual(await answers[0]?.json())
    expect((await send({ ...note, content: 'Weigh-in until 7 PM.' })).status).toBe(409)
    expect((await send({ ...note, id: 'x' })).status).toBe(400)
    const other = await addScene(testApp.db)
    expect((await post(testApp, other.tournament, other.organiser.cookie, note)).status).toBe(409)
    expect((await listOf(testApp)).map(({ id }) => id)).toEqual([note.id])
  })

  test('are listed newest first, of one tournament with the one pinned first, in pages', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { tournament, organiser } = await addScene(db)
    const { cookie } = organiser
    const other = await addScene(testApp.db)
    const ids: string[] = []
    for (const [n, pinned] of [true, true, false, false].entries()) {
      testApp.setNow(Date.now() + n)
      const answer = await post(testApp, tournament, cookie, { content: `Note ${n}`, pinned })
      expect(answer.status).toBe(201)
      ids.push((await answer.json()).id)
    }
    await post(testApp, other.tournament, other.organiser.cookie, { content: 'Elsewhere' })
    const contents = async (search: string) => (await listOf(testApp, search)).map(each => each.content)
    expect(await contents(`?tournamentId=${tournament}`)).toEqual(['Note 1', 'Note 3', 'Note 2', 'Note 0'])
    expect((await contents('')).toSorted()).toEqual(['Elsewhere', 'Note 0', 'Note 1', 'Note 2', 'Note 3'])
    await moveTournament(db, { starts_at: 1, ends_at: 2 }, other.tournament)
    expect(await contents('')).not.toContain('Elsewhere')
    expect(await contents(`?tournamentId=${other.tournament}`)).toEqual(['Elsewhere'])
    const first = await testApp.page(`/api/announcements?tournamentId=${tournament}&limit=2`)
    const next = nextOf(first) ?? ''
    const rest: Announcement[] = await (await testApp.page(next)).json()
    expect(rest.map(({ content }) => content)).toEqual(['Note 0'])

    const pin = { method: 'PATCH', json: { pinned: true }, cookie }
    expect((await testApp.page(`/api/announcements/${ids[2]}`, pin)).status).toBe(200)
    expect(
      (await listOf(testApp, `?tournamentId=${tournament}`)).filter(({ pinned }) => pinned),
    ).toMatchObject([{ content: 'Note 2', tournament: { id: tournament } }])
    const deletion = await testApp.page(`/api/announcements/${ids[2]}`, { method: 'DELETE', cookie })
    expect(deletion.status).toBe(204)
    expect((await listOf(testApp, `?tournamentId=${tournament}`)).some(({ pinned }) => pinned)).toBe(false)
  })

  test('of a banned co-organiser disappear, and nobody is told of them any more', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { tournament, organiser } = await addScene(db)
    const helper = await addSigned(db)
    await addStaff(db, { tournament_id: tournament, user_id: helper.id, role: 'co-organiser' })
    await post(testApp, tournament, organiser.cookie, { content: 'Weigh-in until 6 PM.' })
    expect((await post(testApp, tournament, helper.cookie, { content: 'Pay me, not them.' })).status).toBe(
      201,
    )
    const feed = async () => (await testApp.page(`/tournament/${tournament}/updates.atom`)).text()
    expect([(await listOf(testApp)).length, (await feed()).includes('Pay me')]).toEqual([2, true])
    await banUser(db, helper.id)
    await testApp.runJobs()
    expect(await feed()).not.toContain('Pay me')
    for (const search of ['', `?tournamentId=${tournament}`])
      expect((await listOf(testApp, search)).map(({ content }) => content)).toEqual(['Weigh-in until 6 PM.'])
    const messages = await db.selectFrom('notification_messages').select('text').execute()
    expect(JSON.stringify(messages)).not.toContain('Pay me')
  })

  test('disappear with a banned organiser, and count as updates of the day', async () => {
    const testApp = await makeTestApp({ RATE_LIMIT: 'on' })
    const { db } = testApp
    const { tournament, organiser } = await addScene(db)
    const announcement = { content: 'Weigh-in until 6 PM.' }
    expect((await post(testApp, tournament, organiser.cookie, announcement)).status).toBe(201)
    await changeRows(db, 'daily_counts', { count: dailyLimits.updates })
    expect((await post(testApp, tournament, organiser.cookie, announcement)).status).toBe(429)
    await banUser(db, organiser.id)
    expect(await listOf(testApp)).toEqual([])
  })
})
