import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { asApiError } from '#server/http/errors.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp, makeTestDb } from '../../../../tests/support/app.ts'
import { inTransaction, type RootDb } from '../connection.ts'
import { PostgresDb } from './connection.ts'

/** Opens the database as another process does. */
async function another(db: RootDb): Promise<RootDb> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  const second = new PostgresDb(url.href, { max: 4 })
  afterTest(() => second.destroy())
  return second
}

async function twoProcesses(): Promise<[RootDb, RootDb]> {
  const db = await makeTestDb()
  return [db, await another(db)]
}

const counting = (db: Pick<RootDb, 'attempts'>) => ({
  db,
  env: { rateLimit: true },
  monotonicNow: () => performance.now(),
})

const limitOf = (db: RootDb, points: number) =>
  new RateLimit({ name: 'limit', points, windowSeconds: 60 }, counting(db))

const delayOf = (db: RootDb) =>
  new RateLimit(
    { name: 'delay', points: 5, windowSeconds: 3600, pauses: { firstSeconds: 8, longestSeconds: 60 } },
    counting(db),
  )

/** Lets time pass. */
const wait = (db: RootDb, seconds: number) =>
  sql`update rate_limits set resets_at = resets_at - ${seconds * 1000}`.execute(db)

/** @returns how many weren't refused */
async function countSuccesses(attempts: Promise<void>[]): Promise<number> {
  const outcomes = await Promise.allSettled(attempts)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 429 })
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

/** Up to five seconds have passed. */
async function expectWait(attempt: Promise<void>, seconds: number): Promise<void> {
  const error = await attempt.catch(reason => reason)
  expect(error).toMatchObject({ status: 429 })
  const retryAfter = Number(error.headers['Retry-After'])
  expect([retryAfter > seconds - 5, retryAfter <= seconds]).toEqual([true, true])
}

/** Takes the two in turns. */
const at = <T>(both: readonly [T, T], count: number) =>
  Array.from({ length: count }, (_, index) => both[index % 2 === 0 ? 0 : 1])

describe('two processes', () => {
  test('let exactly the limit pass of parallel attempts, also when they make the row, and again after the window', async () => {
    const [one, other] = await twoProcesses()
    const limits = [limitOf(one, 7), limitOf(other, 7)] as const
    const attempts = () => countSuccesses(at(limits, 30).map(limit => limit.take('ann')))
    expect(await attempts()).toBe(7)
    await expectWait(limits[1].take('ann'), 60)
    await expectWait(limits[0].check('ann'), 60)
    await limits[0].check('bob')
    await wait(one, 60)
    await limits[1].check('ann')
    expect(await attempts()).toBe(7)
    await limits[0].forget('ann')
    expect(await attempts()).toBe(7)
  })

  test('delay attempts longer after each, until they are forgotten', async () => {
    const [one, other] = await twoProcesses()
    const delays = [delayOf(one), delayOf(other)] as const
    const attempts = () => countSuccesses(at(delays, 20).map(delay => delay.take('ann')))
    expect(await attempts()).toBe(5)
    for (const seconds of [8, 16, 32, 60, 60]) {
      await expectWait(delays[0].take('ann'), seconds)
      await wait(one, seconds)
      expect(await attempts()).toBe(1)
    }
    await wait(one, 3600)
    expect(await attempts()).toBe(5)
    await delays[1].forget('ann')
    expect(await attempts()).toBe(5)
  })

  test('share the delay of sign-ins with a wrong password', async () => {
    const [one, other] = await twoProcesses()
    const apps = [
      await makeTestApp({ RATE_LIMIT: 'on' }, {}, one),
      await makeTestApp({ RATE_LIMIT: 'on' }, {}, other),
    ] as const
    const json = { email: 'ann@example.org', password: 'no' }
    const answers = await Promise.all(at(apps, 16).map(({ page }) => page('/api/auth/sign-in', { json })))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(11).fill(429)])
  })
})

test('a window that began before the clock was set back by a day is forgotten', async () => {
  const db = await makeTestDb()
  const [limit, delay] = [limitOf(db, 1), delayOf(db)]
  const attempts = () =>
    countSuccesses([limit.take('ann'), ...at([delay, delay], 6).map(each => each.take('ann'))])
  expect(await attempts()).toBe(6)
  await wait(db, -86_400)
  await limit.check('ann')
  expect(await attempts()).toBe(6)
})

test('an attempt in a transaction isn’t counted when that is rolled back', async () => {
  const db = await makeTestDb()
  const limit = limitOf(db, 1)
  const undone = inTransaction(db, async trx => {
    expect(await limit.takeIn(trx, 'ann')).toBe(0)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await inTransaction(db, async trx => {
    expect(await limit.takeIn(trx, 'ann')).toBe(0)
    expect(await limit.takeIn(trx, 'ann')).toBeGreaterThan(55)
  })
})

test('the sweep deletes what is forgotten; rows hold no address', async () => {
  const db = await makeTestDb()
  const rows = () => sql<{ key: string }>`select key from rate_limits`.execute(db)
  await limitOf(db, 1).take('ann@example.org')
  await wait(db, 60)
  await delayOf(db).take('ann@example.org\0')
  await db.attempts.sweep()
  expect((await rows()).rows).toEqual([{ key: expect.stringMatching(/^[\w+/]{43}=$/) }])
})

test('an attempt is refused with 503 while PostgreSQL is away', async () => {
  const db = new PostgresDb('postgres://localhost/site?host=/nowhere')
  const error = await limitOf(db, 1)
    .take('ann')
    .catch(reason => reason)
  expect(asApiError(error, '1', new Request('http://reelstake.test')).status).toBe(503)
})
