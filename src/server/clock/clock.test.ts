import { afterEach, describe, expect, test } from 'bun:test'
import { clockTexts } from '#contract/clock-texts.ts'
import { newId } from '#contract/ids.ts'
import { day, hour, minute, second } from '#contract/time.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { GroupCommit } from '#server/db/group-commit.ts'
import { runner } from '#server/jobs/scheduler.ts'
import { writeMovement } from '#server/money/ledger/ledger.queries.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { readExposition } from '../../../tests/support/exposition.ts'
import { addFunding, addOwner, addUpdate } from '../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../tests/support/live-scene.ts'
import { changeRows } from '../../../tests/support/rows.ts'
import { makeScene } from '../../../tests/support/scene.ts'
import { moveTournament } from '../../../tests/support/states.ts'
import { makeClock } from './make-clock.ts'

afterEach(stopDoubles)

const start = Date.UTC(2026, 10, 24, 12)

/** Makes a site with a record of `start`, at which its clock stands. */
async function setUp() {
  const scene = await makeScene(
    { created_at: start, starts_at: start - hour, ends_at: start + 2 * hour },
    { entry: { created_at: start }, now: start },
  )
  return { app: scene.testApp, scene, weighIn: scene.weighIn }
}

const metric = async ({ page }: TestApp) =>
  readExposition(await (await page('/metrics')).text()).samples.get('reelstake_clock_wrong')

const risk = async (app: TestApp) =>
  (await admin(app, 'doctor')).out.find(line => line.startsWith('RISK  Clock: ')) ?? null

const lines = ({ logs }: TestApp) =>
  logs.map(({ message }) => String(message)).filter(message => /^The clock/.test(message))

describe('a clock earlier than the newest record', () => {
  test('stops payments and changes, is told everywhere, and recovers', async () => {
    const { app, scene, weighIn } = await setUp()
    const wrong = start - 2 * minute - second
    app.setNow(wrong)
    await app.deps.clock.check()
    const calls: [string, string, string][] = [
      ['POST', '/api/create-payment-intent', scene.stranger.cookie],
      ['POST', '/api/funding', scene.stranger.cookie],
      ['POST', '/api/stripe/webhook', ''],
      ['PATCH', `/api/tournaments/${scene.tournament}`, scene.organiser.cookie],
      ['POST', `/api/tournaments/${scene.tournament}/results`, scene.organiser.cookie],
      ['DELETE', `/api/tournament-entries/${scene.entry}`, scene.captain.cookie],
      ['POST', `/api/tournament-entries/${scene.entry}/catches`, scene.organiser.cookie],
    ]
    for (const [method, path, cookie] of calls) {
      const response = await app.page(path, { method, json: {}, cookie })
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '60'])
      expect(await response.json()).toEqual({ error: 'unavailable', message: clockTexts.refusal })
    }
    expect(await metric(app)).toBe(1)
    const text =
      'It says 2026-11-24 11:57 UTC, but records are from 2026-11-24 12:00 UTC. Payments, weigh-ins, changes to tournaments and scheduled jobs wait until the clock is right again. Set it, or, if it is right, run: bun run admin confirm-clock'
    expect(await risk(app)).toBe(`RISK  Clock: ${text}`)
    expect(lines(app)).toEqual([`The clock is wrong. ${text}`])

    app.setNow(start)
    await app.deps.clock.check()
    await app.deps.clock.check()
    expect((await weighIn()).status).toBe(201)
    expect([await metric(app), await risk(app)]).toEqual([0, null])
    expect(lines(app)).toEqual([
      `The clock is wrong. ${text}`,
      'The clock is right again: payments and jobs go on.',
    ])
  })

  test('may be two minutes early', async () => {
    const { app, weighIn } = await setUp()
    app.setNow(start - 2 * minute)
    await app.deps.clock.check()
    expect((await weighIn()).status).toBe(201)
  })

  test('lets everything else work', async () => {
    const { app, scene } = await setUp()
    app.setNow(start - hour)
    await app.deps.clock.check()
    for (const path of ['/', '/api/tournaments', '/api/my-tournaments', '/healthz'])
      expect([path, (await app.page(path, { cookie: scene.organiser.cookie })).status]).toEqual([path, 200])
    const json = { name: 'Reel Deal', captainName: 'Ana Reyes' }
    expect((await app.page('/api/boats', { json, cookie: scene.captain.cookie })).status).toBe(201)
  })

  const later = start + hour
  const records: [string, (db: TestApp['db']) => unknown][] = [
    ['tournaments', db => moveTournament(db, { created_at: later })],
    ['entries', db => changeRows(db, 'entries', { created_at: later })],
    ['fundings', db => addFunding(db, { status: 'pending', created_at: later })],
    [
      'ledger',
      db =>
        inTransaction(db, trx =>
          writeMovement(trx, {
            kind: 'funding',
            from: 'backers',
            to: 'stakes',
            cents: 100,
            refs: {},
            now: later,
          }),
        ),
    ],
    ['updates', db => addUpdate(db, { created_at: later })],
  ]
  test.each(records)('is found by the newest of %s', async (_, add) => {
    const { app } = await setUp()
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBeNull()
    await add(app.db)
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBe('behind')
  })

  test('is right for an empty database', async () => {
    const app = await makeTestApp()
    app.setNow(1)
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBeNull()
  })
})

describe('a clock that jumps', () => {
  test.each([day, 2 * minute + second, -2 * minute - second])(
    'by %p ms stops payments at once, and until it agrees again',
    async by => {
      const { app, weighIn } = await setUp()
      app.setNow(start + hour)
      await app.deps.clock.check()
      app.setDate(start + hour + by)
      // The call is refused even before the next check.
      expect((await weighIn()).status).toBe(503)
      await app.deps.clock.check()
      app.setNow(start + hour + 10 * minute)
      app.setDate(start + hour + 10 * minute + by)
      await app.deps.clock.check()
      expect([(await weighIn()).status, await metric(app)]).toEqual([503, 1])
      expect(await risk(app)).toContain('It jumped while the server ran')
      app.setDate(start + hour + 10 * minute)
      await app.deps.clock.check()
      expect([(await weighIn()).status, await risk(app)]).toEqual([201, null])
    },
  )

  test('may be corrected by two minutes, again and again', async () => {
    const { app } = await setUp()
    for (let step = 0; step < 10; step++) {
      app.setDate(start + step * 2 * minute)
      await app.deps.clock.check()
    }
    expect(app.deps.clock.fault()).toBeNull()
  })

  test('doesn’t while the machine sleeps', async () => {
    const { app } = await setUp()
    await app.deps.clock.check()
    app.setNow(start + day)
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBeNull()
  })

  test('to the right time after a wrong start isn’t held', async () => {
    const { app } = await setUp()
    app.setNow(start - day)
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBe('behind')
    app.setDate(start + hour)
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBeNull()
  })

  test('leaves no record behind that stops the right clock', async () => {
    const { app, scene } = await setUp()
    await app.deps.clock.check()
    app.setDate(start + day)
    await app.deps.clock.check()
    const account = { email: 'new@example.com', password: 'marlin-1', firstName: 'Bo', lastName: 'Li' }
    expect((await app.page('/api/auth/sign-up', { json: account })).status).toBe(201)
    const json = { name: 'Reel Deal', captainName: 'Ana Reyes' }
    expect((await app.page('/api/boats', { json, cookie: scene.captain.cookie })).status).toBe(201)
    app.setDate(start)
    await app.deps.clock.check()
    expect(app.deps.clock.fault()).toBeNull()
  })
})

test('a jump at one of several processes is told until it ends, whatever the others’ clocks say', async () => {
  const { app } = await setUp()
  const others = { db: app.db, log: app.deps.log, now: () => start, uptime: () => 0 }
  const other = makeClock(others)
  const checkAll = async () => {
    await app.deps.clock.check()
    await other.check()
  }
  await checkAll()
  app.setDate(start + hour)
  await checkAll()
  expect([app.deps.clock.fault(), other.fault()]).toEqual(['jumped', null])
  expect(await risk(app)).toContain('It jumped while the server ran')
  // One that starts doesn't know yet that another one tells it.
  await makeClock(others).check()
  await checkAll()
  expect(await risk(app)).toContain('It jumped while the server ran')
  app.setDate(start)
  await checkAll()
  expect(await risk(app)).toBeNull()
})

describe('bun run admin confirm-clock', () => {
  test('accepts a clock that jumped, and one that is earlier than records', async () => {
    const { app, weighIn } = await setUp()
    await app.deps.clock.check()
    app.setDate(start + hour)
    await app.deps.clock.check()
    expect((await admin(app, 'confirm-clock', 'x')).code).toBe(2)
    expect((await admin(app, 'confirm-clock')).code).toBe(0)
    expect(await risk(app)).toBeNull()
    await app.deps.clock.check()
    expect((await weighIn()).status).toBe(201)

    await moveTournament(app.db, { created_at: start + 300 * day })
    await app.deps.clock.check()
    expect((await weighIn()).status).toBe(503)
    await admin(app, 'confirm-clock')
    await app.deps.clock.check()
    expect((await weighIn()).status).toBe(201)
    // The time of the confirmation counts from now on.
    app.setDate(start + hour - 3 * minute)
    await app.deps.clock.check()
    expect((await weighIn()).status).toBe(503)
  })
})

test('the provider’s payments wait, and count when the clock is right', async () => {
  const site = await makeLiveScene()
  const app = site
  const right = Date.now()
  app.setNow(right)
  await app.deps.clock.check()
  const intent = await site.makePayment()
  app.setDate(right + day)
  const [event] = site.stripe.takeEvents()
  if (!event) throw new Error('the provider sent nothing')
  const signature = site.stripe.sign(event.body, Math.floor(right / 1000))
  expect((await site.send({ body: event.body, signature })).status).toBe(503)
  expect(await app.db.selectFrom('refused_webhooks').selectAll().execute()).toEqual([])
  expect(await site.state(intent)).toMatchObject({ state: 'checking' })
  expect(await site.holds()).toBe(0)
  app.setDate(right)
  expect((await site.send({ body: event.body, signature })).status).toBe(200)
  expect(await site.holds()).toBe(2500)
})

test('jobs wait, and begin when the clock is right', async () => {
  const { db, deps } = await makeTestApp()
  let isHeld = true
  const holdCheck = Promise.withResolvers<void>()
  const ran = Promise.withResolvers<string>()
  const kind = {
    kind: 'x',
    atOnce: 1,
    retryAfter: () => null,
    run: async ({ subject }: { subject: string }) => ran.resolve(`${subject} ${isHeld}`),
  }
  const queue = new JobQueue({ ...deps, groupCommit: new GroupCommit(db) }, [kind], () => {
    holdCheck.resolve()
    return isHeld
  })
  await inTransaction(db, trx => enqueue(trx, 'x', newId(), 0))
  queue.start()
  await holdCheck.promise
  await inTransaction(db, trx => enqueue(trx, 'x', newId(), 0))
  isHeld = false
  expect(await ran.promise).toEndWith('false')
  await queue.stop()
})

test('scheduled jobs wait, except the few that go by no clock', async () => {
  const { app } = await setUp()
  const ran: string[] = []
  const job = (name: string, needsNoClock?: true) =>
    runner(app.deps, { name, ...(needsNoClock && { needsNoClock }) }, async () => void ran.push(name))
  const [sweep, measure] = [job('sweep'), job('measure', true)]
  app.setNow(start - hour)
  await app.deps.clock.check()
  await Promise.all([sweep(), measure()])
  expect(ran).toEqual(['measure'])
  app.setNow(start)
  await app.deps.clock.check()
  await sweep()
  expect(ran).toEqual(['measure', 'sweep'])
})

test('pages tell members, and owners where to look', async () => {
  const { app, scene } = await setUp()
  const owner = await addOwner(app.db)
  const noticeOn = async (path: string, cookie?: string) => {
    const html = await (await app.page(path, { ...(cookie && { cookie }) })).text()
    const body = html.slice(html.indexOf('<body'), html.indexOf('<main'))
    return /role="status"[^>]*>([^<]*)</.exec(body)?.[1] ?? null
  }
  for (const path of ['/', '/boats', '/account'])
    expect(await noticeOn(path, scene.captain.cookie)).toBeNull()
  app.setNow(start - hour)
  await app.deps.clock.check()
  for (const path of ['/', '/boats', '/account']) {
    expect(await noticeOn(path, scene.captain.cookie)).toBe(clockTexts.notice)
    expect(await noticeOn(path, owner.cookie)).toBe(`${clockTexts.notice} ${clockTexts.ownerAdvice}`)
  }
  for (const path of ['/', '/login']) expect(await noticeOn(path)).toBeNull()
  app.setNow(start)
  await app.deps.clock.check()
  for (const path of ['/', '/boats', '/account'])
    expect(await noticeOn(path, scene.captain.cookie)).toBeNull()
})
