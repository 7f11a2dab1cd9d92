import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/db/connection.ts'
import { GroupCommit } from '#server/db/group-commit.ts'
import { onlyProcess } from '#server/db/processes.ts'
import { makeLog } from '#server/log.ts'
import { afterTest } from '../../../tests/support/after-test.ts'
import { makeTestDb } from '../../../tests/support/app.ts'
import { changeRows } from '../../../tests/support/rows.ts'
import {
  beginJob,
  enqueue,
  findJob,
  finishRun,
  listOpenJobs,
  retryJob,
  scheduleJob,
  sweepJobs,
  waitingJobsOf,
} from './queue.queries.ts'
import { doubling, GiveUp, type Job, type JobKind, JobQueue } from './queue.ts'

const quiet = makeLog('silent')
const processes = onlyProcess()

/** The clock is fixed. */
async function setUp(run: (job: Job) => Promise<void>, changes: Partial<JobKind> = {}) {
  const db = await makeTestDb()
  const clock = { now: 1_000_000 }
  const kind: JobKind = { kind: 'refund', atOnce: 2, retryAfter: doubling(1000, 60_000, 3), run, ...changes }
  const make = () =>
    new JobQueue({ db, groupCommit: new GroupCommit(db), log: quiet, now: () => clock.now, processes }, [
      kind,
    ])
  const ask = (subject: string) => inTransaction(db, trx => enqueue(trx, 'refund', subject, clock.now))
  const job = (subject: string) => findJob(db, 'refund', subject)
  return { db, clock, make, queue: make(), ask, job }
}

async function waitForEnd(db: Db, subject: string): Promise<void> {
  for (;;) {
    const job = await findJob(db, 'refund', subject)
    if (job && job.state !== 'waiting') return
    await new Promise(resolve => setImmediate(resolve))
  }
}

describe('a durable job', () => {
  test('of a rolled back transaction never runs', async () => {
    const ran: string[] = []
    const { db, queue, job } = await setUp(async ({ subject }) => void ran.push(subject))
    const failing = inTransaction(db, async trx => {
      await enqueue(trx, 'refund', 'a', 0)
      throw new Error('the funding could not be written')
    })
    expect(failing).rejects.toThrow('the funding could not be written')
    await failing.catch(() => {})
    await queue.drain()
    expect(ran).toEqual([])
    expect(await job('a')).toBeUndefined()
  })

  test('runs once however often it is enqueued, also after it has finished', async () => {
    const ran: string[] = []
    const { queue, ask, job } = await setUp(async ({ subject }) => void ran.push(subject))
    await ask('a')
    await ask('a')
    await queue.drain()
    await ask('a')
    await queue.drain()
    expect(ran).toEqual(['a'])
    expect(await job('a')).toMatchObject({ state: 'done', attempts: 1, last_error: null })
  })

  test('that is made due again while it runs, by a change that it may not have seen, runs once more', async () => {
    let runs = 0
    const { db, clock, queue, ask, job } = await setUp(async ({ subject }) => {
      runs += 1
      if (runs === 1) await inTransaction(db, trx => scheduleJob(trx, 'refund', subject, clock.now))
    })
    await ask('a')
    await queue.drain()
    expect(runs).toBe(2)
    expect(await job('a')).toMatchObject({ state: 'done', attempts: 1, taken_by: null })
  })

  test('that is scheduled anew while it runs waits for that time', async () => {
    let runs = 0
    const { db, clock, queue, ask, job } = await setUp(async ({ subject }) => {
      runs += 1
      await inTransaction(db, trx => scheduleJob(trx, 'refund', subject, clock.now, clock.now + 1000))
    })
    await ask('a')
    await queue.drain()
    expect(runs).toBe(1)
    expect(await job('a')).toMatchObject({ state: 'waiting', due_at: clock.now + 1000, taken_by: null })
  })

  test('that fails waits longer each time, stores its error, and fails for good after its last attempt', async () => {
    const reasons: string[] = []
    const { db, clock, queue, ask, job } = await setUp(
      () => Promise.reject(new Error('Stripe is out of reach')),
      { gaveUp: async (subject, reason) => void reasons.push(`${subject}: ${reason}`) },
    )
    await ask('a')
    await queue.drain()
    expect(await job('a')).toMatchObject({ state: 'waiting', attempts: 1, due_at: clock.now + 1000 })
    clock.now += 999
    await queue.drain()
    expect(await job('a')).toMatchObject({ attempts: 1, last_error: 'Stripe is out of reach' })
    clock.now += 1
    await queue.drain()
    expect(await job('a')).toMatchObject({ attempts: 2, due_at: clock.now + 2000 })
    clock.now += 2000
    await queue.drain()
    expect(await job('a')).toMatchObject({ state: 'failed', attempts: 3 })
    expect(reasons).toEqual(['a: Stripe is out of reach'])
    expect(await listOpenJobs(db)).toHaveLength(1)
  })

  test('shares its commits with jobs that start and finish at the same time', async () => {
    const { db, queue, ask } = await setUp(async () => {}, { atOnce: 8 })
    for (const subject of 'abcdefgh') await ask(subject)
    let commits = 0
    const unlisten = db.changes.listen(['jobs'], () => {
      commits += 1
    })
    await queue.drain()
    unlisten()
    expect([commits, (await listOpenJobs(db)).length]).toEqual([2, 0])
  })

  test('that fails permanently is not retried, until the operator retries it', async () => {
    let works = false
    const { db, clock, queue, ask, job } = await setUp(async () => {
      if (!works) throw new GiveUp('This card was closed.')
    })
    await ask('a')
    await queue.drain()
    expect(await job('a')).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: 'This card was closed.',
    })
    works = true
    expect(await inTransaction(db, trx => retryJob(trx, 'refund', 'a', clock.now))).toBe(true)
    expect(await inTransaction(db, trx => retryJob(trx, 'refund', 'a', clock.now))).toBe(false)
    await queue.drain()
    expect(await job('a')).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('that was running when the process died runs again in the next one', async () => {
    const ran: number[] = []
    let hang = true
    const { db, make, ask, job } = await setUp(({ attempt }) => {
      ran.push(attempt)
      return hang ? new Promise(() => {}) : Promise.resolve()
    })
    await ask('a')
    const start = Promise.withResolvers<void>()
    void make().drain()
    void (async () => {
      while (ran.length === 0) await new Promise(resolve => setImmediate(resolve))
      start.resolve()
    })()
    await start.promise
    hang = false
    await make().drain()
    expect(ran).toEqual([1])
    // The next start frees the job like this, or another process does.
    await changeRows(db, 'jobs', { taken_by: null })
    await make().drain()
    expect(ran).toEqual([1, 2])
    expect(await job('a')).toMatchObject({ state: 'done' })
  })

  test('that crashes the process each time fails for good', async () => {
    const ran: number[] = []
    const { db, queue, ask, job } = await setUp(async ({ attempt }) => void ran.push(attempt))
    await ask('a')
    await changeRows(db, 'jobs', { attempts: 3 })
    await queue.drain()
    expect(ran).toEqual([])
    expect(await job('a')).toMatchObject({
      state: 'failed',
      last_error: 'The server stopped during each attempt.',
    })
  })

  test('is aborted by a stopping server, without counting the attempt', async () => {
    const start = Promise.withResolvers<void>()
    const { queue, ask, job } = await setUp(({ signal }) => {
      start.resolve()
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped half way'))),
      )
    })
    await ask('a')
    queue.start()
    await start.promise
    await queue.stop()
    expect(await job('a')).toMatchObject({ state: 'waiting', attempts: 0, last_error: null })
  })
})

test('an open queue starts committed jobs, up to the kind’s concurrency', async () => {
  let running = 0
  let most = 0
  const two = Promise.withResolvers<void>()
  const { db, queue, ask } = await setUp(async () => {
    running += 1
    most = Math.max(most, running)
    if (running === 2) two.resolve()
    await two.promise
    await new Promise(resolve => setImmediate(resolve))
    running -= 1
  })
  queue.start()
  const subjects = Array.from({ length: 12 }, (_, index) => `s${index}`)
  for (const subject of subjects) await ask(subject)
  for (const subject of subjects) await waitForEnd(db, subject)
  await queue.stop()
  expect(most).toBe(2)
  expect(await listOpenJobs(db)).toEqual([])
})

describe('several processes', () => {
  /** Another process has begun job `a`; this one runs what it may begin beside it. */
  async function setUpTwo(changes: Partial<JobKind> = {}) {
    const ran: string[] = []
    const { db, clock, ask, job } = await setUp(async () => {})
    const groupCommit = new GroupCommit(db)
    let commits = 0
    const refusal = Promise.withResolvers<void>()
    const counted: Pick<GroupCommit, 'write'> = {
      write: async work => {
        commits += 1
        const result = await groupCommit.write(work)
        if (result === false) refusal.resolve()
        return result
      },
    }
    const run = async ({ subject }: Job) => void ran.push(subject)
    const kind: JobKind = { kind: 'refund', atOnce: 2, retryAfter: () => null, run, ...changes }
    const needs = { db, groupCommit: counted as GroupCommit, log: quiet, now: () => clock.now, processes }
    const queue = new JobQueue(needs, [kind])
    afterTest(() => queue.stop())
    await ask('a')
    const other = await job('a')
    if (other === undefined) throw new Error('no job')
    await inTransaction(db, trx => beginJob(trx, other, 1, 'another process', kind))
    queue.start()
    const done = { state: 'done', last_error: null, finished_at: clock.now } as const
    const release = () => inTransaction(db, trx => finishRun(trx, other.id, 1, done))
    return { db, ask, job, ran, refused: refusal.promise, release, commits: () => commits }
  }

  test('do not try again and again to begin a job that the other one holds up', async () => {
    const { ask, db, ran, refused, release, commits } = await setUpTwo({ atOnce: 1 })
    await ask('b')
    await refused
    for (let n = 0; n < 500; n += 1) await new Promise(resolve => setImmediate(resolve))
    expect(commits()).toBeLessThan(5)
    await release()
    await waitForEnd(db, 'b')
    expect(ran).toEqual(['b'])
  })

  test('run jobs of a kind one after the other where those share memory', async () => {
    const { ask, db, ran, refused, release } = await setUpTwo({ inOneProcess: true })
    await ask('b')
    await Promise.race([refused, waitForEnd(db, 'b')])
    expect(ran).toEqual([])
    await release()
    await waitForEnd(db, 'b')
    expect(ran).toEqual(['b'])
  })

  test('run jobs of a kind side by side where those share nothing', async () => {
    const { ask, db, ran } = await setUpTwo()
    await ask('b')
    await waitForEnd(db, 'b')
    expect(ran).toEqual(['b'])
  })

  test('do not begin a job again at once that the other one has failed to do meanwhile', async () => {
    const { db, ask, job } = await setUp(async () => {})
    await ask('a')
    const read = await job('a')
    if (read === undefined) throw new Error('no job')
    await inTransaction(db, trx => beginJob(trx, read, 1, 'another process', { atOnce: 2 }))
    const failed = { due_at: 1_060_000, last_error: 'Stripe is out of reach' }
    await inTransaction(db, trx => finishRun(trx, read.id, 1, failed))
    expect(await inTransaction(db, trx => beginJob(trx, read, 1, 'this process', { atOnce: 2 }))).toBe(false)
    expect(await job('a')).toMatchObject({ ...failed, attempts: 1, taken_by: null })
  })
})

test('the sweep deletes finished jobs, but not failed ones', async () => {
  const { db, clock, queue, ask, job } = await setUp(async ({ subject }) => {
    if (subject === 'bad') throw new GiveUp('no')
  })
  await ask('good')
  await ask('bad')
  await queue.drain()
  await sweepJobs(db, clock.now)
  expect(await job('good')).toBeDefined()
  await sweepJobs(db, clock.now + 1)
  expect(await job('good')).toBeUndefined()
  expect(await job('bad')).toBeDefined()
})

test('waiting times double up to the longest', () => {
  const after = doubling(1000, 5000, 5)
  expect([1, 2, 3, 4, 5].map(after)).toEqual([1000, 2000, 4000, 5000, null])
})

describe('SQLite: a read-only database', () => {
  /** Simulates a full disk. */
  async function onFullDisk() {
    const ran: string[] = []
    const logs: string[] = []
    const db = await makeTestDb()
    const refuse = async (isFull: boolean) => {
      await sql`drop trigger if exists full_disk`.execute(db)
      if (isFull)
        await sql`
          create temp trigger full_disk before update on main.jobs
          begin select raise(abort, 'database or disk is full'); end
        `.execute(db)
    }
    const log = makeLog('debug', line => void logs.push(line))
    const kind: JobKind = {
      kind: 'refund',
      atOnce: 2,
      retryAfter: doubling(1000, 60_000, 3),
      run: async ({ subject }) => void ran.push(subject),
    }
    const queue = new JobQueue({ db, groupCommit: new GroupCommit(db), log, now: Date.now, processes }, [
      kind,
    ])
    return { db, queue, ran, logs, refuse }
  }

  test('with a waiting job does not block the process, and the job runs once there is space', async () => {
    const { db, queue, ran, logs, refuse } = await onFullDisk()
    await inTransaction(db, trx => enqueue(trx, 'refund', 'a', Date.now()))
    await refuse(true)
    queue.start()
    while (logs.length === 0) await new Promise(resolve => setImmediate(resolve))
    // Each turn would try and log without a pause.
    for (let turn = 0; turn < 1000; turn += 1) await new Promise(resolve => setImmediate(resolve))
    expect(logs).toHaveLength(1)
    expect(ran).toEqual([])
    await refuse(false)
    await waitForEnd(db, 'a')
    expect(ran).toEqual(['a'])
    await queue.stop()
  })

  test('after the effect of a job does not run it again', async () => {
    const { db, ran, logs, refuse } = await onFullDisk()
    await inTransaction(db, trx => enqueue(trx, 'refund', 'a', Date.now()))
    const run = async ({ subject }: Job) => {
      ran.push(subject)
      await refuse(true)
    }
    const kind: JobKind = { kind: 'refund', atOnce: 1, retryAfter: () => 1, run }
    const queue = new JobQueue(
      {
        db,
        groupCommit: new GroupCommit(db),
        log: makeLog('debug', line => void logs.push(line)),
        now: Date.now,
        processes,
      },
      [kind],
    )
    queue.start()
    while (logs.length === 0) await new Promise(resolve => setImmediate(resolve))
    await refuse(false)
    await waitForEnd(db, 'a')
    expect(ran).toEqual(['a'])
    await queue.stop()
  })
})

test('lists no waiting jobs of no kinds', async () => {
  expect(await waitingJobsOf([])(await makeTestDb())).toEqual([])
})
