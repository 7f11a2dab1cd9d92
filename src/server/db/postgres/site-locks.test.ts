import { afterAll, expect, test } from 'bun:test'
import { Client } from 'pg'
import { LockTimeout } from '../locks.ts'
import { SiteLocks } from './site-locks.ts'

const url = process.env.DATABASE_URL ?? ''
const allLocks: SiteLocks[] = []

/** Makes the locks of a process. */
function makeLocks(): SiteLocks {
  const locks = new SiteLocks(url)
  allLocks.push(locks)
  return locks
}
afterAll(async () => {
  for (const locks of allLocks) await locks.close()
})

async function endConnections(): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'reelstake locks' and datname = current_database()`)
  await client.end()
}

test('a lock is held by one process; the next one asks it to release, and gets it then', async () => {
  const [one, other] = [makeLocks(), makeLocks()]
  const releaseRequest = Promise.withResolvers<void>()
  await one.acquire('a', undefined, releaseRequest.resolve)
  await other.acquire('b')
  const holders: string[] = []
  const entering = other.acquire('a').then(() => holders.push('other'))
  await releaseRequest.promise
  await Bun.sleep(200)
  expect(holders).toEqual([])
  await one.release('a')
  await entering
  await other.release('a')
  await one.acquire('a')
  await one.release('a')
  await other.release('b')
})

test('a process that leaves the queue, also of its own requests, takes nothing', async () => {
  const [one, other] = [makeLocks(), makeLocks()]
  await one.acquire('c')
  const leaving = new AbortController()
  const waiting = [1, 2].map(() => other.acquire('c', leaving.signal, () => {}))
  setTimeout(() => leaving.abort(), 50)
  const outcomes = await Promise.allSettled(waiting)
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(LockTimeout) })
  await one.release('c')
  await one.acquire('c')
  await one.release('c')
})

test('a connection that is cut gives its locks back, and asks their holders to stop', async () => {
  const [one, other] = [makeLocks(), makeLocks()]
  const releaseRequest = Promise.withResolvers<void>()
  await one.acquire('d', undefined, releaseRequest.resolve)
  await endConnections()
  await releaseRequest.promise
  await other.acquire('d')
  // The lock isn't its own any more.
  await one.release('d')
  await expect(one.acquire('d', AbortSignal.timeout(200), () => {})).rejects.toBeInstanceOf(LockTimeout)
  await other.release('d')
  await one.acquire('d')
  await one.release('d')
})
