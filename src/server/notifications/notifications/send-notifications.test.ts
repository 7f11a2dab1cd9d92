import { describe, expect, test } from 'bun:test'
import { type BoatId, type EntryId, newId, type UserId } from '#contract/ids.ts'
import { hour, minute, second } from '#contract/time.ts'
import type { Trx } from '#server/db/connection.ts'
import type { GroupCommit } from '#server/db/group-commit.ts'
import { onlyProcess } from '#server/db/processes.ts'
import { makePublicFetch } from '#server/http/public-fetch.ts'
import { jobKinds } from '#server/jobs/job-kinds.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addEntry,
  addFollows,
  addPushSubscription,
  addScene,
  addSigned,
  addUser,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { follow, kindsTo } from '../../../../tests/support/notifications.ts'
import { startPushService } from '../../../../tests/support/push-service.ts'
import { changeRows } from '../../../../tests/support/rows.ts'

const start = Date.parse('2026-06-01T12:00:10Z')

function startService() {
  const service = startPushService()
  afterTest(service.stop)
  return service
}

async function setUp(values = {}) {
  const testApp = await makeTestApp({ ALLOW_PRIVATE_ADDRESSES: '1' })
  testApp.setNow(start)
  const scene = await addScene(testApp.db, { starts_at: start - hour, ends_at: start + 48 * hour, ...values })
  const service = startService()
  const fan = await addSigned(testApp.db)
  await follow(testApp, fan, `boats/${scene.boat}`)
  await addPushSubscription(testApp.db, fan.id, service.addDevice())
  return { ...scene, testApp, service, fan, db: testApp.db }
}

const weigh = async ({ page }: TestApp, { cookie }: Signed, entry: EntryId, weight: number) => {
  const json = { weight, species: 'Wahoo' }
  const answer = await page(`/api/tournament-entries/${entry}/catches`, { json, cookie })
  expect(answer.status).toBe(201)
  return (await answer.json()).id as string
}

/** Runs all jobs at this time. */
const runAt = async ({ setNow, runJobs }: TestApp, time: number) => {
  setNow(time)
  await runJobs()
}

const bodies = ({ received }: ReturnType<typeof startPushService>) =>
  received.map(({ payload }) => payload.body)

const devicesOf = (testApp: TestApp) => testApp.db.selectFrom('push_subscriptions').selectAll().execute()

/** Adds people with devices at the service who follow the boat. */
async function addFans(
  { db }: TestApp,
  boat: BoatId,
  service: ReturnType<typeof startPushService>,
  count: number,
) {
  const people: UserId[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await addUser(db)
    people.push(id)
    await addPushSubscription(db, id, service.addDevice())
  }
  await addFollows(db, ...people.map(user_id => ({ user_id, subject_id: boat })))
}

describe('a push', () => {
  test('is encrypted for the device and signed by the site, with a time to live, topic and urgency', async () => {
    const { testApp, service, organiser, entry, boat } = await setUp()
    await weigh(testApp, organiser, entry, 412.5)
    await testApp.runJobs()
    const [push] = service.received
    expect(push?.payload).toEqual({
      title: 'White Marlin Open',
      body: 'Reel Deal took the lead: 412.5 lbs Wahoo',
      path: `/boat/${boat}`,
      tag: boat,
      id: expect.any(String),
    })
    expect([push?.headers.get('ttl'), push?.headers.get('urgency')]).toEqual(['86400', 'high'])
    expect(push?.headers.get('topic')).toBe(boat.replaceAll('-', ''))
    const claims = await service.readVapid(push?.headers.get('authorization') ?? null)
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:no-reply@localhost' })
    expect(claims.key).toBe(testApp.deps.keys.push.publicKey)
    expect(JSON.stringify(testApp.logs)).not.toContain(service.origin)
  })

  test('reaches two hundred followers of a boat, each once', async () => {
    const { testApp, service, organiser, entry, boat } = await setUp()
    await addFans(testApp, boat, service, 199)
    const queue = new JobQueue(testApp.deps, jobKinds(testApp.deps))
    afterTest(() => queue.stop())
    queue.start()
    await weigh(testApp, organiser, entry, 412.5)
    await service.until(200)
    await queue.stop()
    expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(200)
    expect(service.requests).toBe(200)
  })

  test('comes once where several processes serve the site', async () => {
    const { testApp, service, organiser, entry, tournament, db } = await setUp()
    const other = await addBoat(db, { name: 'Sea Fox' })
    const rival = await addEntry(db, { tournament_id: tournament, boat_id: other })
    await addFans(testApp, other, service, 1)
    const [arrival, release, end] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<null>(),
      Promise.withResolvers<void>(),
    ]
    service.answer(() => {
      arrival.resolve()
      if (service.requests > 1) end.resolve()
      return release.promise
    })
    let isHeld = false
    const { groupCommit } = testApp.deps
    const write = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
      const result = await groupCommit.write(work)
      if (result === false) end.resolve()
      return result
    }
    const queues = [
      new JobQueue(testApp.deps, jobKinds(testApp.deps), () => isHeld),
      new JobQueue(
        { ...testApp.deps, processes: onlyProcess(), groupCommit: { write } as GroupCommit },
        jobKinds(testApp.deps),
      ),
    ]
    afterTest(() => Promise.all(queues.map(queue => queue.stop())))
    queues[0]?.start()
    await weigh(testApp, organiser, entry, 10)
    await arrival.promise
    isHeld = true
    queues[1]?.start()
    await weigh(testApp, organiser, rival, 5)
    await end.promise
    release.resolve(null)
    await service.until(2)
    await Promise.all(queues.map(queue => queue.stop()))
    expect(bodies(service)).toEqual([
      'Reel Deal took the lead: 10 lbs Wahoo',
      'Sea Fox weighed in: 5 lbs Wahoo, now 2nd',
    ])
    expect(service.requests).toBe(2)
  })

  test('about a boat comes at most once in ten minutes, with what else happened, unless its place changes', async () => {
    const { testApp, service, organiser, entry, tournament, db } = await setUp()
    const rival = await addEntry(db, { tournament_id: tournament }, { name: 'Sea Fox' })
    await weigh(testApp, organiser, rival, 500)
    testApp.setNow(start + 1)
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    expect(bodies(service)).toEqual(['Reel Deal weighed in: 10 lbs Wahoo, now 2nd'])
    // These catches are not its best, so its place stays.
    for (const weight of [5, 6]) {
      testApp.setNow(start + weight)
      await weigh(testApp, organiser, entry, weight)
    }
    await runAt(testApp, start + 9 * minute)
    expect(service.received).toHaveLength(1)
    await runAt(testApp, start + 10 * minute + 50_000)
    expect(service.received).toHaveLength(2)
    expect(service.received[1]?.payload).toMatchObject({
      title: 'Reel Deal: 2 new',
      body: 'Latest: Reel Deal weighed in: 6 lbs Wahoo',
    })
    await weigh(testApp, organiser, entry, 600)
    await testApp.runJobs()
    expect(bodies(service).at(-1)).toBe('Reel Deal took the lead from Sea Fox: 600 lbs Wahoo')
  })

  test('is held through quiet hours and becomes one summary, over several boats too', async () => {
    const { testApp, service, organiser, entry, tournament, fan, db } = await setUp()
    const other = await addBoat(db, { name: 'Sea Fox' })
    await follow(testApp, fan, `boats/${other}`)
    const rival = await addEntry(db, { tournament_id: tournament, boat_id: other })
    const settings = {
      channels: {},
      quietFrom: '22:00',
      quietTo: '09:00',
      timeZone: 'America/New_York',
      digest: false,
    }
    await testApp.page('/api/notice-settings', { method: 'PUT', json: settings, cookie: fan.cookie })
    for (const [each, weight] of [
      [entry, 10],
      [rival, 20],
      [entry, 30],
    ] as const) {
      testApp.setNow(start + weight)
      await weigh(testApp, organiser, each, weight)
    }
    await runAt(testApp, start + 50 * minute - 20_000)
    expect(service.received).toEqual([])
    // 9:00 in New York.
    await runAt(testApp, Date.parse('2026-06-01T13:00:00Z'))
    expect(service.received.map(({ payload }) => payload)).toMatchObject([
      {
        body: 'Latest: Reel Deal took the lead from Sea Fox: 30 lbs Wahoo',
        path: '/notices',
        tag: 'summary',
      },
    ])
  })

  test('that waited while the server was off for a day is not sent any more, only listed', async () => {
    const { testApp, service, organiser, entry, fan } = await setUp()
    const settings = { channels: {}, quietFrom: '11:00', quietTo: '13:00', timeZone: 'UTC', digest: false }
    await testApp.page('/api/notice-settings', { method: 'PUT', json: settings, cookie: fan.cookie })
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    await runAt(testApp, start + 24 * hour)
    expect(await kindsTo(testApp, fan.id)).toEqual(['lead_taken'])
    await runAt(testApp, start + 26 * hour)
    expect(service.requests).toBe(0)
    await weigh(testApp, organiser, entry, 20)
    await testApp.runJobs()
    expect(bodies(service)).toEqual(['Reel Deal weighed in: 20 lbs Wahoo, now 1st'])
  })

  test('of an undone weigh-in is not sent any more', async () => {
    const { testApp, service, organiser, entry } = await setUp()
    const id = await weigh(testApp, organiser, entry, 10)
    await testApp.page(`/api/catches/${id}`, { method: 'DELETE', cookie: organiser.cookie })
    await runAt(testApp, start + hour)
    expect(service.requests).toBe(0)
  })

  test('is not sent for what has been read, what is a day old, or a kind that is turned off', async () => {
    const { testApp, service, organiser, entry, fan } = await setUp()
    const json = {
      channels: { lead_taken: 'none' },
      quietFrom: null,
      quietTo: null,
      timeZone: 'UTC',
      digest: false,
    }
    await testApp.page('/api/notice-settings', { method: 'PUT', json, cookie: fan.cookie })
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    expect(service.requests).toBe(0)
    await weigh(testApp, organiser, entry, 20)
    await runAt(testApp, start + 25 * hour)
    expect(service.requests).toBe(0)
  })

  test('that waits is not sent in quiet hours that began since, nor of a kind that was turned off since', async () => {
    const { testApp, service, organiser, entry, tournament, fan, db } = await setUp()
    const rival = await addEntry(db, { tournament_id: tournament }, { name: 'Sea Fox' })
    const put = (changes: object) =>
      testApp.page('/api/notice-settings', {
        method: 'PUT',
        json: { channels: {}, quietFrom: null, quietTo: null, timeZone: 'UTC', digest: false, ...changes },
        cookie: fan.cookie,
      })
    await weigh(testApp, organiser, rival, 500)
    for (const weight of [10, 9]) {
      testApp.setNow(start + 10 - weight)
      await weigh(testApp, organiser, entry, weight)
    }
    await testApp.runJobs()
    expect(service.requests).toBe(1)
    await put({ quietFrom: '12:05', quietTo: '13:00' })
    await runAt(testApp, start + 15 * minute)
    expect(service.requests).toBe(1)
    await runAt(testApp, Date.parse('2026-06-01T13:00:00Z'))
    expect(bodies(service).slice(1)).toEqual(['Reel Deal weighed in: 9 lbs Wahoo'])
    await weigh(testApp, organiser, entry, 8)
    await testApp.runJobs()
    await put({ channels: { weighed_in: 'none' } })
    await runAt(testApp, start + 3 * hour)
    expect(service.requests).toBe(2)
    expect(await kindsTo(testApp, fan.id)).toHaveLength(3)
  })

  test('to test goes to all of one’s devices', async () => {
    const { testApp, service, fan, db } = await setUp()
    await addPushSubscription(db, fan.id, service.addDevice())
    await addPushSubscription(db, await addUser(db), service.addDevice())
    await testApp.page('/api/push/test', { method: 'POST', cookie: fan.cookie })
    await testApp.runJobs()
    expect(service.received.map(({ payload }) => payload.title)).toEqual(['It works', 'It works'])
  })
})

describe('a push service', () => {
  test('that says 404 or 410 ends the subscription, also one whose keys encrypt nothing', async () => {
    const { testApp, service, organiser, entry, db } = await setUp({ ends_at: start + 900 * hour })
    for (const status of [404, 410]) {
      service.answer(() => new Response(null, { status }))
      testApp.setNow(start + status * hour)
      await weigh(testApp, organiser, entry, status)
      await testApp.runJobs()
      expect(await devicesOf(testApp)).toEqual([])
      const next = await db.selectFrom('follows').select('user_id').executeTakeFirstOrThrow()
      await addPushSubscription(db, next.user_id, service.addDevice())
    }
    await changeRows(db, 'push_subscriptions', { p256dh: 'B'.repeat(87) })
    testApp.setNow(start + 500 * hour)
    await weigh(testApp, organiser, entry, 999)
    await testApp.runJobs()
    expect(await devicesOf(testApp)).toEqual([])
  })

  test('that refuses a message keeps the device, is not asked again, and the log says so', async () => {
    const { testApp, service, organiser, entry } = await setUp({ ends_at: start + 900 * hour })
    for (const status of [307, 400, 413]) {
      service.answer(() => new Response(null, { status }))
      testApp.setNow(start + status * hour)
      await weigh(testApp, organiser, entry, status)
      await testApp.runJobs()
      expect(testApp.logs.filter(line => line.message === 'a push message was refused')).toMatchObject([
        { level: 'warn', reason: `the push service answered ${status}` },
      ])
      testApp.logs.length = 0
      expect(await devicesOf(testApp)).toMatchObject([{ failing_since: null }])
    }
    expect(service.requests).toBe(3)
    await runAt(testApp, start + 414 * hour)
    expect(service.requests).toBe(3)
  })

  test('gets a message that is too long shortened to 4,096 bytes', async () => {
    const { testApp, service } = await setUp()
    const device = service.addDevice()
    const payload = { title: 'Reel Deal', body: '🎣'.repeat(3000), path: '/', tag: 't', id: newId() }
    expect(await testApp.deps.push.send(device, { payload, urgent: false })).toEqual({ kind: 'sent' })
    const [push] = service.received
    expect(push?.payload.body).toMatch(/^🎣{900,}…$/u)
    expect(Number(push?.headers.get('content-length'))).toBeLessThanOrEqual(4096)
  })

  test('that fails is tried again, and the device gets what it missed as one message', async () => {
    const { testApp, service, organiser, entry } = await setUp()
    service.answer(() => new Response(null, { status: 503 }))
    for (const weight of [10, 20]) {
      testApp.setNow(start + weight)
      await weigh(testApp, organiser, entry, weight)
      await testApp.runJobs()
    }
    expect(service.requests).toBe(1)
    await runAt(testApp, start + minute)
    expect(service.requests).toBe(2)
    await runAt(testApp, start + 12 * minute)
    service.answer(() => null)
    await runAt(testApp, start + 40 * minute)
    expect(service.received.map(({ payload }) => payload.title)).toEqual(['Reel Deal: 2 new'])
    await weigh(testApp, organiser, entry, 30)
    await testApp.runJobs()
    expect(bodies(service).at(-1)).toContain('30 lbs')
    expect(await devicesOf(testApp)).toMatchObject([{ failing_since: null }])
  })

  test('that fails is not tried again in quiet hours', async () => {
    const { testApp, service, organiser, entry, fan } = await setUp()
    const json = { channels: {}, quietFrom: '12:01', quietTo: '13:00', timeZone: 'UTC', digest: false }
    await testApp.page('/api/notice-settings', { method: 'PUT', json, cookie: fan.cookie })
    service.answer(() => new Response(null, { status: 503 }))
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    service.answer(() => null)
    await runAt(testApp, start + 30 * minute)
    expect(service.requests).toBe(1)
    await runAt(testApp, Date.parse('2026-06-01T13:00:00Z'))
    expect(bodies(service)).toEqual(['Reel Deal took the lead: 10 lbs Wahoo'])
  })

  test('that asks for a pause gets it, and a day later the message is dropped', async () => {
    const { testApp, service, organiser, entry } = await setUp()
    service.answer(() => new Response(null, { status: 429, headers: { 'retry-after': '1800' } }))
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    for (const minutes of [1, 10, 29]) await runAt(testApp, start + minutes * minute)
    expect(service.requests).toBe(1)
    await runAt(testApp, start + 31 * minute)
    expect(service.requests).toBe(2)
    for (let n = 1; n <= 30; n += 1) await runAt(testApp, start + n * hour)
    expect(await devicesOf(testApp)).toMatchObject([{ failing_since: null }])
    service.answer(() => null)
    await runAt(testApp, start + 40 * hour)
    expect(service.received).toEqual([])
  })

  test.each(['0', 'Mon, 01 Jun 2026 00:00:00 GMT'])(
    'that asks for no pause, by Retry-After: %s, is asked again after half a minute',
    async retryAfter => {
      const { testApp, service, organiser, entry } = await setUp()
      // Ends the subscription, should the server ask without a pause.
      service.answer(() =>
        service.requests > 20
          ? new Response(null, { status: 410 })
          : new Response(null, { status: 503, headers: { 'retry-after': retryAfter } }),
      )
      await weigh(testApp, organiser, entry, 10)
      for (const [seconds, requests] of [
        [0, 1],
        [30, 2],
        [59, 2],
        [60, 3],
      ] as const) {
        await runAt(testApp, start + seconds * second)
        expect(service.requests).toBe(requests)
      }
    },
  )

  test('that one device asks to pause goes to the others', async () => {
    const { testApp, service, organiser, entry, boat } = await setUp()
    const [busy] = await devicesOf(testApp)
    service.answer(endpoint =>
      endpoint === busy?.endpoint
        ? new Response(null, { status: 429, headers: { 'retry-after': '1800' } })
        : null,
    )
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    await addFans(testApp, boat, service, 3)
    await weigh(testApp, organiser, entry, 20)
    await testApp.runJobs()
    expect(service.received).toHaveLength(3)
  })

  test('stays due while the name server doesn’t answer', async () => {
    const { testApp, service, organiser, entry } = await setUp()
    const { publicFetch } = testApp.deps
    const resolve = () => Promise.reject(new Error('EAI_AGAIN'))
    const { send } = makePublicFetch({ allowPrivate: true, resolve })
    publicFetch.send = (url, request) => send(url.replace('127.0.0.1', 'push.example'), request)
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    expect(await devicesOf(testApp)).toHaveLength(1)
    Object.assign(publicFetch, makePublicFetch({ allowPrivate: true }))
    await runAt(testApp, start + 10 * minute)
    expect(service.received).toHaveLength(1)
  })

  test('that hangs slows neither a weigh-in nor the others’ pushes', async () => {
    const { testApp, service, organiser, entry, boat } = await setUp()
    const hung = startService()
    const release = Promise.withResolvers<Response>()
    hung.answer(() => release.promise)
    await addFans(testApp, boat, hung, 100)
    await addFans(testApp, boat, service, 50)
    const queue = new JobQueue(testApp.deps, jobKinds(testApp.deps))
    afterTest(() => queue.stop())
    queue.start()
    await weigh(testApp, organiser, entry, 10)
    await service.until(51)
    expect(hung.requests).toBeLessThanOrEqual(64)
    testApp.setNow(start + 11 * minute)
    await weigh(testApp, organiser, entry, 20)
    release.resolve(new Response(null, { status: 503 }))
    await service.until(102)
    await queue.stop()
    // After five failures the rest is put off without asking.
    expect(hung.requests).toBeLessThan(75)
    expect((await devicesOf(testApp)).filter(({ failing_since: since }) => since !== null)).toHaveLength(100)
  })

  test('on a private network is never asked, whatever the database says', async () => {
    const testApp = await makeTestApp()
    const { boat, entry, organiser } = await addScene(testApp.db)
    const service = startService()
    await addFans(testApp, boat, service, 1)
    await weigh(testApp, organiser, entry, 10)
    await testApp.runJobs()
    expect(service.requests).toBe(0)
    expect(await devicesOf(testApp)).toEqual([])
  })
})
