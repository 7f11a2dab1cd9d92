import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Follow, FollowState } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/db/connection.ts'
import { deleteTournament } from '#server/tournaments/tournaments/index.ts'
import { makeTestApp, nextOf, type TestApp } from '../../../../tests/support/app.ts'
import {
  addFollows,
  addFunding,
  addScene,
  addSigned,
  addTournament,
} from '../../../../tests/support/factories.ts'
import { removeRows } from '../../../../tests/support/rows.ts'
import { banUser, moveTournament } from '../../../../tests/support/states.ts'

const stateOf = async ({ page }: TestApp, path: string, cookie: string): Promise<FollowState> =>
  (await page(`/api/${path}/follow`, { cookie })).json()

const listOf = async ({ page }: TestApp, cookie: string, search = ''): Promise<Follow[]> =>
  (await page(`/api/follows${search}`, { cookie })).json()

const change = async ({ page }: TestApp, method: 'PUT' | 'DELETE', path: string, cookie: string) =>
  (await page(`/api/${path}/follow`, { method, cookie })).status

const byChoice: FollowState = { following: true, because: 'chosen' }
const notFollowing: FollowState = { following: false, because: null }

describe('following', () => {
  test('is refused to visitors and for unknown boats and tournaments', async () => {
    const testApp = await makeTestApp()
    const { boat, stranger } = await addScene(testApp.db)
    expect((await testApp.page(`/api/boats/${boat}/follow`)).status).toBe(401)
    expect((await testApp.page('/api/follows')).status).toBe(401)
    for (const path of [`boats/${newId()}`, `tournaments/${newId()}`, 'boats/x', 'tournaments/x'])
      for (const method of ['PUT', 'DELETE'] as const)
        expect(await change(testApp, method, path, stranger.cookie)).toBe(404)
  })

  test('a boat or a tournament begins and ends with a call, also when repeated', async () => {
    const testApp = await makeTestApp()
    const { boat, tournament, stranger } = await addScene(testApp.db)
    for (const path of [`boats/${boat}`, `tournaments/${tournament}`]) {
      expect(await stateOf(testApp, path, stranger.cookie)).toEqual(notFollowing)
      for (const status of [204, 204])
        expect(await change(testApp, 'PUT', path, stranger.cookie)).toBe(status)
      expect(await stateOf(testApp, path, stranger.cookie)).toEqual(byChoice)
    }
    expect(await listOf(testApp, stranger.cookie)).toHaveLength(2)
    const [first] = await listOf(testApp, stranger.cookie, '?limit=1')
    const answer = await testApp.page('/api/follows?limit=1', { cookie: stranger.cookie })
    const next = nextOf(answer) ?? ''
    const rest: Follow[] = await (await testApp.page(next, { cookie: stranger.cookie })).json()
    expect([first?.id, ...rest.map(({ id }) => id)].toSorted()).toEqual([boat, tournament].toSorted())
    for (const path of [`boats/${boat}`, `tournaments/${tournament}`]) {
      for (const status of [204, 204])
        expect(await change(testApp, 'DELETE', path, stranger.cookie)).toBe(status)
      expect(await stateOf(testApp, path, stranger.cookie)).toEqual(notFollowing)
    }
    expect(await testApp.db.selectFrom('follows').selectAll().execute()).toEqual([])
  })

  test('is a backer’s from the payment until a month after the end, unless they end it', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { boat, entry, tournament, stranger, captain } = await addScene(db)
    await addFunding(db, { entry_id: entry, backer_id: stranger.id })
    await addFunding(db, { entry_id: entry, backer_id: captain.id, status: 'pending' })
    const path = `boats/${boat}`
    expect(await stateOf(testApp, path, captain.cookie)).toEqual(notFollowing)
    const backer: FollowState = { following: true, because: 'backer' }
    expect(await stateOf(testApp, path, stranger.cookie)).toEqual(backer)
    const follow: Follow = { kind: 'boat', id: boat, name: 'Reel Deal', because: 'backer' }
    expect(await listOf(testApp, stranger.cookie)).toEqual([follow])
    const ends_at = Date.now() - limits.backerFollowDays * 86_400_000
    const starts_at = ends_at - 1
    await moveTournament(db, { starts_at, ends_at }, tournament)
    expect(await stateOf(testApp, path, stranger.cookie)).toEqual(notFollowing)
    await moveTournament(db, { ends_at: Date.now() })
    expect(await change(testApp, 'DELETE', path, stranger.cookie)).toBe(204)
    expect(await stateOf(testApp, path, stranger.cookie)).toEqual(notFollowing)
    expect(await listOf(testApp, stranger.cookie)).toEqual([])
    expect(await change(testApp, 'PUT', path, stranger.cookie)).toBe(204)
    expect(await stateOf(testApp, path, stranger.cookie)).toEqual(byChoice)
  })

  test('is limited to 500 things, of which one can be given up', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { boat, stranger } = await addScene(db)
    const rows = Array.from({ length: limits.follows }, () => ({
      user_id: stranger.id,
      subject_id: newId<'boat'>(),
    }))
    await addFollows(db, ...rows)
    const rejection = await testApp.page(`/api/boats/${boat}/follow`, {
      method: 'PUT',
      cookie: stranger.cookie,
    })
    expect([rejection.status, (await rejection.json()).message]).toEqual([
      409,
      'You can follow 500 boats and tournaments. Stop following one first.',
    ])
    await removeRows(db, 'follows', { subject_id: rows[0]?.subject_id ?? boat })
    expect(await change(testApp, 'PUT', `boats/${boat}`, stranger.cookie)).toBe(204)
  })

  test('lists no tournament of a banned organiser and no boat that is gone', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { boat, organiser, stranger, tournament } = await addScene(db)
    const { id: other } = await addSigned(db)
    const otherTournament = await addTournament(db, { organiser_id: other })
    await addFollows(db, { user_id: stranger.id, subject_id: newId<'boat'>() })
    for (const path of [`boats/${boat}`, `tournaments/${tournament}`, `tournaments/${otherTournament}`])
      await change(testApp, 'PUT', path, stranger.cookie)
    const ids = async (search?: string) =>
      (await listOf(testApp, stranger.cookie, search)).map(({ id }) => id).toSorted()
    expect(await ids()).toEqual([boat, otherTournament, tournament].toSorted())
    const ban = (banned_at: number | null) => banUser(db, organiser.id, banned_at)
    await ban(1)
    expect(await ids('?limit=2')).toEqual([boat, otherTournament].toSorted())
    await ban(null)
    expect(await ids()).toHaveLength(3)
  })

  test('ends with a deleted tournament', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const { organiser, stranger } = await addScene(db)
    const tournament = await addTournament(db, { organiser_id: organiser.id })
    await change(testApp, 'PUT', `tournaments/${tournament}`, stranger.cookie)
    await inTransaction(db, trx => deleteTournament(trx, tournament))
    expect(await db.selectFrom('follows').selectAll().execute()).toEqual([])
  })
})
