import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import {
  addCatch,
  addEntry,
  addScene,
  addSigned,
  addUpdate,
  emailOf,
} from '../../../tests/support/factories.ts'
import { addPost } from '../../../tests/support/posts.ts'
import { addRows } from '../../../tests/support/rows.ts'
import { makeScene } from '../../../tests/support/scene.ts'
import { failFundings } from '../../../tests/support/states.ts'
import { admin } from './test-support.ts'

describe('a banned account', () => {
  test('hides its tournaments from lists, pages, leaderboard, kiosk, pictures and updates; unban shows them again', async () => {
    const app = await makeTestApp()
    const { organiser, stranger, tournament, entry } = await addScene(app.db)
    const other = await addScene(app.db)
    await addUpdate(app.db, { entry_id: entry, tournament_id: tournament })
    const ids = async (path: string) =>
      (await (await app.page(path)).json()).map((row: { id: string }) => row.id).sort()
    const statusesOf = async (paths: readonly string[]) =>
      Promise.all(paths.map(async path => (await app.page(path, { cookie: stranger.cookie })).status))
    const own = [
      `/api/tournaments/${tournament}`,
      `/api/tournaments/${tournament}/calendar.ics`,
      `/api/tournaments/${tournament}/results`,
      `/api/tournaments/${tournament}/qr.svg`,
      `/api/tournament-entries/${entry}`,
      `/tournament/${tournament}`,
      `/tournament/${tournament}/board`,
      `/kiosk/${tournament}`,
      `/funding/${entry}`,
    ]
    const statuses = await statusesOf(own)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const lists = async () => [
      await ids('/api/tournaments'),
      await ids('/api/leaderboard'),
      (await ids('/api/tournament-updates')).length,
      (await ids(`/api/tournament-updates?tournamentId=${tournament}`)).length,
      (await (await app.page('/api/leaderboard/totals')).json()).tournaments,
    ]
    const before = await lists()
    expect(before).toEqual([[tournament, other.tournament].sort(), [entry, other.entry].sort(), 1, 1, 2])

    expect((await admin(app, 'ban', emailOf(organiser))).code).toBe(0)
    expect(await lists()).toEqual([[other.tournament], [other.entry], 0, 0, 1])
    expect(await statusesOf(own)).toEqual(own.map(() => 404))
    expect((await admin(app, 'unban', emailOf(organiser))).code).toBe(0)
    expect([await lists(), await statusesOf(own)]).toEqual([before, statuses])
  }, 30_000)

  test('hides its posts, updates and the reports about them, and cannot call the API; unban shows them again', async () => {
    const app = await makeTestApp()
    const { captain, organiser, boat, entry, stranger, tournament } = await addScene(app.db)
    const author = await addSigned(app.db)
    const post = await addPost(app.db, { author_id: author.id, boat_id: boat })
    await addUpdate(app.db, { entry_id: entry, tournament_id: tournament, author_id: author.id })
    await app.page(`/api/crew/posts/${post}/report`, { json: {}, cookie: stranger.cookie })
    const counts = async () => {
      const length = async (path: string, cookie: string) =>
        (await (await app.page(path, { cookie })).json()).length
      return [
        await length('/api/crew/posts/public', ''),
        await length(`/api/tournament-entries/${entry}/crew-posts`, captain.cookie),
        await length('/api/crew/reports', organiser.cookie),
        await length('/api/tournament-updates', ''),
        (await app.page(`/api/crew/posts/${post}`)).status,
        (await app.page(`/api/crew/posts/${post}`, { cookie: captain.cookie })).status,
      ]
    }
    expect(await counts()).toEqual([1, 1, 1, 1, 200, 200])
    await admin(app, 'ban', emailOf(author))
    expect(await counts()).toEqual([0, 0, 0, 0, 404, 404])
    expect((await app.page('/api/crew/posts', { cookie: author.cookie })).status).toBe(401)
    await admin(app, 'unban', emailOf(author))
    expect(await counts()).toEqual([1, 1, 1, 1, 200, 200])
  })

  test('accepts no new fundings or updates; backers still see their fundings, which can be refunded', async () => {
    const app = await makeScene()
    const { organiser, captain, tournament, entry, pay, intend, fundingsOf } = app
    expect((await pay()).status).toBe(201)
    await admin(app, 'ban', emailOf(organiser))
    expect((await pay()).status).toBe(404)
    expect((await intend()).status).toBe(404)
    const update = { tournamentEntryId: entry, content: 'Fish on' }
    const response = await app.page('/api/tournament-updates', { json: update, cookie: captain.cookie })
    expect(response.status).toBe(404)
    expect(await fundingsOf()).toMatchObject([{ amount: '25.00', status: 'completed' }])
    const backers = await app.page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    expect(await backers.json()).toHaveLength(1)
    expect((await admin(app, 'cancel-tournament', tournament)).code).toBe(0)
    await app.runJobs()
    expect(await fundingsOf()).toMatchObject([{ status: 'refunded' }])
  })
})

describe('bun run admin delete-tournament', () => {
  test('deletes a tournament without money, with entries, catches and updates; failed payments lose their entry', async () => {
    const app = await makeScene()
    const { tournament, entry, intend } = app
    const other = await addScene(app.db)
    const catchId = await addCatch(app.db, { entry_id: entry })
    await addUpdate(app.db, { entry_id: entry, tournament_id: tournament, catch_id: catchId })
    await addRows(app.db, 'deleted_catches', { id: newId(), entry_id: entry })
    await addEntry(app.db, { tournament_id: tournament, withdrawn_at: 1 })
    await intend()
    await failFundings(app.db)
    expect((await app.page(`/api/tournaments/${tournament}`)).status).toBe(200)
    expect(await admin(app, 'delete-tournament', tournament)).toEqual({
      code: 0,
      out: ['White Marlin Open is deleted.'],
    })
    expect((await app.page(`/api/tournaments/${tournament}`)).status).toBe(404)
    const entries = await app.db.selectFrom('entries').select('id').execute()
    expect(entries).toEqual([{ id: other.entry }])
    expect(await app.db.selectFrom('updates').select('id').execute()).toEqual([])
    expect(await app.db.selectFrom('fundings').select('entry_id').execute()).toEqual([{ entry_id: null }])
    expect(await findFaults(app.db)).toEqual([])
  })

  test('refuses a tournament with recorded, pending or refunded money and names the next step; refuses an unknown one', async () => {
    const app = await makeScene()
    const { tournament } = app
    expect((await app.pay()).status).toBe(201)
    const refusal = {
      code: 1,
      out: [
        `White Marlin Open has fundings, so it can't be deleted. Cancel it with "bun run admin cancel-tournament ${tournament}" to refund every funding.`,
      ],
    }
    expect(await admin(app, 'delete-tournament', tournament)).toEqual(refusal)
    await admin(app, 'cancel-tournament', tournament)
    await app.runJobs()
    expect((await admin(app, 'delete-tournament', tournament)).out).toEqual([
      `White Marlin Open has fundings, so it can't be deleted. It is already cancelled. To hide it, ban its organiser.`,
    ])
    const waiting = await addScene(app.db)
    await app.intend(undefined, 25, { tournamentEntryId: waiting.entry })
    expect((await admin(app, 'delete-tournament', waiting.tournament)).code).toBe(1)
    expect((await admin(app, 'delete-tournament', newId())).code).toBe(1)
    expect((await admin(app, 'delete-tournament')).code).toBe(2)
    expect((await app.page(`/api/tournaments/${tournament}`)).status).toBe(200)
  })
})
