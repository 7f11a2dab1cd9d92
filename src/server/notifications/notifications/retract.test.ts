import { describe, expect, test } from 'bun:test'
import {
  type AnnouncementId,
  type CatchId,
  type EntryId,
  type FundingId,
  newId,
  type PostId,
} from '#contract/ids.ts'
import type { Notification, Unread } from '#contract/notifications/notifications.ts'
import type { RecordedEvent } from '#contract/record.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { NotDue } from '#server/queue/queue.ts'
import { record } from '#server/record/index.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addCrew,
  addFunding,
  addOwner,
  addPushSubscription,
  addScene,
  addSigned,
  addStaff,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { follow, kindsTo, notificationsOf } from '../../../../tests/support/notifications.ts'
import { addPost } from '../../../../tests/support/posts.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { banUser, forgetNotifications } from '../../../../tests/support/states.ts'
import { makeNotifications } from './make-notifications.ts'
import { remind } from './queue-notifications.ts'

/** A follower with a device, in quiet hours all day. */
async function setUp() {
  const testApp = await makeTestApp()
  const { db } = testApp
  const scene = await addScene(db)
  const fan = await addSigned(db)
  await follow(testApp, fan, `boats/${scene.boat}`)
  await addPushSubscription(db, fan.id)
  const hours = { quietFrom: '00:00', quietTo: '23:59', timeZone: 'UTC' }
  const settings = { channels: {}, ...hours, digest: false }
  await testApp.page('/api/notice-settings', { method: 'PUT', json: settings, cookie: fan.cookie })
  return { ...scene, testApp, db, fan }
}

const call = async ({ page }: TestApp, method: string, path: string, { cookie }: Signed, json?: object) => {
  const answer = await page(path, { method, cookie, ...(json && { json }) })
  expect(answer.status).toBeLessThan(300)
  return answer
}

async function weigh(testApp: TestApp, by: Signed, entry: EntryId): Promise<CatchId> {
  const json = { weight: 412.5, species: 'Wahoo' }
  const response = await call(testApp, 'POST', `/api/tournament-entries/${entry}/catches`, by, json)
  return (await response.json()).id
}

async function announce(testApp: TestApp, by: Signed, tournament: string): Promise<AnnouncementId> {
  const path = `/api/tournaments/${tournament}/announcements`
  return (await (await call(testApp, 'POST', path, by, { content: 'Bring ice.' })).json()).id
}

type World = Awaited<ReturnType<typeof setUp>>

async function postVideo({ db, boat, captain }: World, caption = 'Fish on'): Promise<PostId> {
  const post = await addPost(db, { author_id: captain.id, boat_id: boat, caption })
  await inTransaction(db, trx =>
    record(trx, { kind: 'post-published', at: Date.now(), by: captain.id, post }),
  )
  return post
}

const waiting = ({ db }: TestApp) =>
  db.selectFrom('notifications').select('user_id').where('send_at', 'is not', null).execute()

describe('a notification is taken back, sent or waiting', () => {
  test('with a deleted announcement', async () => {
    const { testApp, tournament, organiser, fan } = await setUp()
    const otherId = await announce(testApp, organiser, tournament)
    const id = await announce(testApp, organiser, tournament)
    expect(await kindsTo(testApp, fan.id)).toEqual(['announcement', 'announcement'])
    expect(await waiting(testApp)).toHaveLength(2)
    await call(testApp, 'DELETE', `/api/announcements/${id}`, organiser)
    expect(await kindsTo(testApp, fan.id)).toEqual(['announcement'])
    await call(testApp, 'DELETE', `/api/announcements/${otherId}`, organiser)
    expect(await waiting(testApp)).toEqual([])
  })

  test('with a crew’s video that is hidden, deleted or for backers only, or whose caption changes', async () => {
    const world = await setUp()
    const { testApp, db, boat, captain, fan } = world
    await addCrew(db, { user_id: captain.id, boat_id: boat })
    const change = async (method: string, section: string, json?: object) => {
      const path = `/api/crew/posts/${await postVideo(world)}${section}`
      expect(await kindsTo(testApp, fan.id)).toEqual(['crew_post'])
      await call(testApp, method, path, captain, json)
      return kindsTo(testApp, fan.id)
    }
    expect(await change('POST', '/takedown')).toEqual([])
    expect(await change('DELETE', '')).toEqual([])
    expect(await change('PATCH', '', { visibility: 'Backers' })).toEqual([])
    expect(await change('PATCH', '', { caption: 'Sorry' })).toEqual([])
    expect(await change('PATCH', '', { tag: 'Other', caption: 'Fish on' })).toEqual(['crew_post'])
  })

  test('with a weigh-in that is corrected, or whose entry withdraws', async () => {
    const { testApp, entry, organiser, fan } = await setUp()
    const id = await weigh(testApp, organiser, entry)
    expect(await kindsTo(testApp, fan.id)).toEqual(['lead_taken'])
    await call(testApp, 'PATCH', `/api/catches/${id}`, organiser, { weight: 41.25 })
    expect(await kindsTo(testApp, fan.id)).toEqual([])
    await weigh(testApp, organiser, entry)
    expect(await kindsTo(testApp, fan.id)).toEqual(['weighed_in'])
    await call(testApp, 'DELETE', `/api/tournament-entries/${entry}`, organiser, { reason: 'Engine' })
    expect(await kindsTo(testApp, fan.id)).toEqual(['withdrawn'])
  })

  test('with the account that it names', async () => {
    const { testApp, db, boat, entry, captain } = await setUp()
    const metadata = JSON.stringify({ first_name: 'Ann', last_name: 'Smith' })
    const ann = await addSigned(db, { metadata })
    const funding = await addFunding(db, { entry_id: entry, backer_id: ann.id })
    const received = (id: FundingId, hasMessage: boolean): RecordedEvent => ({
      kind: 'funding-received',
      at: Date.now(),
      by: ann.id,
      entry,
      funding: id,
      cents: 1000,
      mode: 'test',
      reached: false,
      hasMessage,
    })
    await inTransaction(db, trx => record(trx, received(funding, false)))
    const fundingWithMessage = await addFunding(db, {
      entry_id: entry,
      backer_id: ann.id,
      message: 'Good luck',
    })
    await inTransaction(db, async trx => {
      await record(trx, received(fundingWithMessage, true))
      await remind(trx, { kind: 'reply-needed', at: Date.now(), funding: fundingWithMessage })
    })
    await call(testApp, 'PUT', '/api/crew/assignment', ann, { boatId: boat })
    const texts = (await notificationsOf(testApp, captain.id)).map(({ text }) => text)
    expect(texts.toSorted()).toEqual([
      'Ann Smith backs Reel Deal and wrote to you',
      expect.stringContaining('Ann Smith backs Reel Deal with'),
      'Ann Smith wants to join the crew of Reel Deal',
      expect.stringContaining('Ann Smith wrote to Reel Deal'),
    ])
    await inTransaction(db, trx => anonymiseUser(trx, ann.id, Date.now()))
    expect(await notificationsOf(testApp, captain.id)).toEqual([])
  })
})

test('notifications of banned accounts are not listed or sent; unbanning lists them again', async () => {
  const world = await setUp()
  const { testApp, db, tournament, organiser, captain, fan } = world
  await announce(testApp, organiser, tournament)
  await postVideo(world)
  await testApp.runJobs()
  expect(await waiting(testApp)).toHaveLength(2)
  const owner = await addOwner(db)
  const listKinds = async () => {
    const answer = await call(testApp, 'GET', '/api/notices', fan)
    const { unread }: Unread = await (await call(testApp, 'GET', '/api/notices/unread', fan)).json()
    const notifications: Notification[] = await answer.json()
    expect(unread).toBe(notifications.length)
    return notifications.map(({ kind }) => kind).toSorted()
  }
  expect(await listKinds()).toEqual(['announcement', 'crew_post'])
  await call(testApp, 'PUT', `/api/admin/people/${organiser.id}/ban`, owner)
  expect(await listKinds()).toEqual(['crew_post'])
  await call(testApp, 'PUT', `/api/admin/people/${captain.id}/ban`, owner)
  expect(await listKinds()).toEqual([])
  expect(await waiting(testApp)).toEqual([])
  for (const { id } of [organiser, captain])
    await call(testApp, 'DELETE', `/api/admin/people/${id}/ban`, owner)
  expect(await listKinds()).toEqual(['announcement', 'crew_post'])
  expect(await waiting(testApp)).toEqual([])
})

test('a notification of an announcement goes with its banned author, who is not the organiser', async () => {
  const { testApp, db, tournament, fan } = await setUp()
  const helper = await addSigned(db)
  await addStaff(db, { tournament_id: tournament, user_id: helper.id, role: 'co-organiser' })
  await announce(testApp, helper, tournament)
  await testApp.runJobs()
  expect(await waiting(testApp)).toHaveLength(1)
  const owner = await addOwner(db)
  await call(testApp, 'PUT', `/api/admin/people/${helper.id}/ban`, owner)
  expect(await (await call(testApp, 'GET', '/api/notices', fan)).json()).toEqual([])
  expect(await (await call(testApp, 'GET', '/api/notices/unread', fan)).json()).toMatchObject({ unread: 0 })
  expect(await waiting(testApp)).toEqual([])
})

describe('what changes while its notification is made', () => {
  /** Runs once, between the reads and the first transaction. */
  const withInterruption = (db: RootDb, work: () => Promise<unknown>): RootDb => {
    let done = false
    return new Proxy(db, {
      get(target, key) {
        if (key === 'transaction' && !done) {
          done = true
          void work()
        }
        const value = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  test('is told as it is then, or not at all', async () => {
    const { testApp, db, entry, tournament, organiser, fan } = await setUp()
    const { now, sharesIfEnded } = testApp.deps
    const id = await weigh(testApp, organiser, entry)
    const lead = { took: entry, lost: null }
    const make = (to: RootDb) =>
      makeNotifications(
        { db: to, now, sharesIfEnded },
        {
          kind: 'catch-recorded',
          at: now(),
          by: organiser.id,
          tournament,
          entry,
          catch: { id, weightHundredths: 41_250, species: 'Wahoo', caughtAt: now() },
          place: 1,
          moved: true,
          lead,
        },
        newId(),
      )
    const readTexts = async () =>
      (
        await db
          .selectFrom('notifications')
          .innerJoin('notification_messages as message', 'message.id', 'message_id')
          .select('message.text')
          .where('user_id', '=', fan.id)
          .execute()
      ).map(({ text }) => text)
    const correction = () => changeRows(db, 'catches', { weight_hundredths: 4125 }, { id })
    await expect(make(withInterruption(db, correction))).rejects.toBeInstanceOf(NotDue)
    await make(db)
    expect(await readTexts()).toEqual(['Reel Deal took the lead: 41.25 lbs Wahoo'])
    await forgetNotifications(db)
    const deletion = () => removeRows(db, 'catches', { id })
    await removeRows(db, 'updates')
    await expect(make(withInterruption(db, deletion))).rejects.toBeInstanceOf(NotDue)
    await make(db)
    expect(await readTexts()).toEqual([])
    const announcement = await announce(testApp, organiser, tournament)
    const ban = () => banUser(db, organiser.id)
    const say = (to: RootDb) =>
      makeNotifications(
        { db: to, now, sharesIfEnded },
        { kind: 'announcement-posted', at: now(), by: organiser.id, tournament, announcement },
        newId(),
      )
    await expect(say(withInterruption(db, ban))).rejects.toBeInstanceOf(NotDue)
    await say(db)
    expect(await readTexts()).toEqual([])
  })
})
