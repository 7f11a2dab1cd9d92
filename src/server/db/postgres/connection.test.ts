import { expect, spyOn, test } from 'bun:test'
import { sql } from 'kysely'
import { Client, Pool } from 'pg'
import type { UserId } from '#contract/ids.ts'
import { healthRoutes } from '#server/health.ts'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestApp, makeTestDb } from '../../../../tests/support/app.ts'
import { addScene, addUser } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { compileOnce } from '../compile-once.ts'
import {
  type Db,
  hasWritten,
  inSnapshot,
  inTransaction,
  type Trx,
  UncertainCommitError,
  watchWrites,
} from '../connection.ts'
import { isUnavailable } from '../dialect.ts'
import { GroupCommit } from '../group-commit.ts'
import { PostgresDb } from './connection.ts'
import { writersLock } from './lock-keys.ts'

/** Opens the test's database with short timeouts. @param options of the URL */
async function impatient({ max = 1, options = '', lockPatienceMs = 50 } = {}) {
  const db = await makeTestDb()
  const { rows } = await db.executeQuery<{ name: string }>({
    ...db.selectNoFrom(eb => eb.fn<string>('current_database', []).as('name')).compile(),
  })
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  const holder = new Pool({ connectionString: url.href, max: 1 })
  if (options) url.searchParams.set('options', options)
  const impatient = new PostgresDb(url.href, { max, lockPatienceMs })
  afterTest(() => impatient.destroy())
  return { db: impatient, holder, name: rows[0]?.name ?? '' }
}

test('a writer that waits in vain is told that the database is busy, and its connection goes on', async () => {
  const { db, holder } = await impatient()
  await holder.query(`select pg_advisory_lock(${writersLock})`)
  const write = () => addUser(db)
  for (const attempt of [write(), inTransaction(db, () => Promise.resolve())])
    await expect(attempt.catch(error => isUnavailable(error))).resolves.toBe(true)
  expect((await db.selectFrom('users').select('id').execute()).length).toBe(0)
  // Operators see waits that were in vain, too.
  expect(db.waits().lockMs).toBeWithin(50, 5000)
  await holder.end()
  await write()
  expect((await db.selectFrom('users').select('id').execute()).length).toBe(1)
})

test('PostgreSQL compiles no statement, which takes longer than to run one of a page', async () => {
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(
    await makeTestDb(),
  )
  expect(rows).toEqual([{ jit: 'off' }])
})

test('a statement that is built once is parsed once by each connection', async () => {
  const db = await makeTestDb()
  const emailOf = compileOnce((db, id: UserId) => db.selectFrom('users').select('email').where('id', '=', id))
  const id = await addUser(db)
  await inTransaction(db, async trx => {
    for (let n = 0; n < 3; n++) expect((await emailOf(trx, id)).length).toBe(1)
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements
      where statement like 'select "email" from "users"%'`.execute(trx)
    expect(rows).toEqual([{ count: 1 }])
  })
})

test('a commit stands although its connection is cut right after it', async () => {
  const { db, holder } = await impatient()
  const reports: unknown[] = []
  db.changes.listen(['users'], changes => reports.push(changes))
  await db.selectFrom('users').select('id').execute()
  // The next statement after the commit reads what changed.
  spyOn(db.changes, 'catchUpBy').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  await addUser(db)
  expect(reports).toEqual([null])
  await holder.end()
})

test('a read and the begin of a transaction run again when their idle connection was cut; later statements don’t', async () => {
  const { db, holder } = await impatient()
  await db.selectFrom('users').select('id').execute()
  const query = spyOn(Client.prototype, 'query')
  afterTest(() => query.mockRestore())
  const cutNext = () =>
    query.mockImplementationOnce(() => Promise.reject(new Error('Connection terminated unexpectedly')))
  const list = (of: Db) => of.selectFrom('users').select('id').execute()
  cutNext()
  expect(await list(db)).toEqual([])
  for (const run of [inTransaction, inSnapshot]) {
    cutNext()
    expect(await run<object[]>(db, list)).toEqual([])
  }
  const later = inTransaction(db, trx => {
    cutNext()
    return list(trx)
  })
  await expect(later).rejects.toThrow('Connection terminated unexpectedly')
  await holder.end()
})

test('a connection that is cut during a commit leaves it uncertain, and the next one works', async () => {
  const { db, holder } = await impatient()
  const commit = inTransaction(db, async trx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await holder.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  })
  await expect(commit).rejects.toThrow(UncertainCommitError)
  await addUser(db)
  await holder.end()
})

test('a process that others took for dead can’t write, and asks to try again', async () => {
  const { db, holder } = await impatient()
  db.serveAs('someone')
  const error = await addUser(db).catch(reason => reason)
  expect([error.message, isUnavailable(error)]).toEqual([
    'other processes have taken this one for dead',
    true,
  ])
  expect((await db.selectFrom('users').select('id').execute()).length).toBe(0)
  await holder.end()
})

test('numbers and texts arrive as from SQLite', async () => {
  const db = await makeTestDb()
  const user = await addUser(db, { email: 'a\0b@example.org' })
  const row = await db
    .selectFrom('users')
    .select(eb => [
      'email',
      eb.fn.countAll().as('rows'),
      eb.fn.sum('created_at').as('sum'),
      eb.exists(eb.selectFrom('users').select('id')).as('some'),
    ])
    .where('id', '=', user)
    .groupBy('email')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ email: 'a\ufffdb@example.org', rows: 1, sum: expect.any(Number), some: 1 as never })
  expect(await db.selectFrom('users').select('id').where('id', 'in', []).execute()).toEqual([])
})

test('of the writers of a process one waits at PostgreSQL: readers have the other connections', async () => {
  const { db, holder } = await impatient({ lockPatienceMs: 10_000 })
  await holder.query(`select pg_advisory_lock(${writersLock})`)
  const writes = Promise.allSettled([addUser(db), addUser(db), addUser(db)])
  const waiting = async () =>
    (
      await holder.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows.length
  while ((await waiting()) === 0) await Bun.sleep(1)
  expect(await waiting()).toBe(1)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await waiting()).toBe(1)
  await holder.query(`select pg_advisory_unlock(${writersLock})`)
  await writes
  await addUser(db)
  await holder.end()
})

test('a row that another program has locked fails its writer in time, its group at once, and no other', async () => {
  const { db, holder } = await impatient({ lockPatienceMs: 500 })
  const [locked, free] = [await addUser(db), await addUser(db)]
  await holder.query('begin')
  await holder.query('select from users where id = $1 for update', [locked])
  const rename = (id: UserId) => (trx: Trx) => changeRows(trx, 'users', { metadata: '{"a":1}' }, { id })
  const group = new GroupCommit(db)
  const startedAt = performance.now()
  const writes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => group.write(rename(locked))),
    inTransaction(db, rename(free)),
  ])
  // Each of a group alone would take half a second, and the last one give up.
  expect(performance.now() - startedAt).toBeLessThan(1500)
  expect(writes.map(write => write.status === 'fulfilled' || isUnavailable(write.reason))).toEqual(
    Array(7).fill(true),
  )
  expect(writes.at(-1)?.status).toBe('fulfilled')
  await holder.end()
})

test('waiting for a turn and for locks of other programs have limits of their own', async () => {
  const db = new PostgresDb(process.env.DATABASE_URL ?? '')
  afterTest(() => db.destroy())
  const lockTimeout = (of: Db) =>
    sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(of)
  const inside = await inTransaction(db, lockTimeout)
  expect([inside.rows[0]?.limit, (await lockTimeout(db)).rows[0]?.limit]).toEqual(['2s', '2s'])
})

test('a deadlock with another program asks to try again', () => {
  const error = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })
  expect(isUnavailable(error)).toBe(true)
})

test('settings of the URL don’t replace those that free the others from a writer that hangs', async () => {
  const { db, holder } = await impatient({ options: '-c search_path=public -c lock_timeout=1h' })
  const settings = await sql<{ path: string; lock: string; idle: string }>`select
    current_setting('search_path') as path, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  expect(settings.rows).toEqual([{ path: 'public', lock: '50ms', idle: '8s' }])
  await holder.end()
})

test('a server that takes no writes answers reads, and the site is not healthy', async () => {
  const { db, holder } = await impatient({ options: '-c default_transaction_read_only=on' })
  const { deps } = await makeTestApp()
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  expect((await healthRoutes({ ...deps, db }).request('/healthz')).status).toBe(503)
  await holder.end()
})

test('a database that takes no connections is unavailable, not broken', async () => {
  const { db, holder, name } = await impatient()
  await holder.end()
  const admin = new Pool({ connectionString: process.env.DATABASE_URL, max: 1 })
  const allow = (value: boolean) => admin.query(`alter database "${name}" allow_connections ${value}`)
  await allow(false)
  const error = await addUser(db).catch(reason => reason)
  await allow(true)
  await admin.end()
  expect([isUnavailable(error), String(error)]).toEqual([
    true,
    expect.stringContaining('not currently accepting'),
  ])
})

test('a request knows whether it has committed something', async () => {
  const { db, holder } = await impatient()
  const after = (work: () => Promise<unknown>) => watchWrites(() => work().then(hasWritten))
  expect(await after(() => db.selectFrom('users').select('id').execute())).toBe(false)
  expect(await after(() => inSnapshot(db, trx => trx.selectFrom('users').select('id').execute()))).toBe(false)
  expect(await after(() => addUser(db))).toBe(true)
  expect(await after(() => inTransaction(db, trx => addUser(trx)))).toBe(true)
  expect(await after(() => new GroupCommit(db).write(trx => addUser(trx)))).toBe(true)
  await holder.end()
})

test('a write whose answer can’t be read any more says that it may have been saved', async () => {
  const testApp = await makeTestApp()
  const { entry, organiser } = await addScene(testApp.db)
  spyOn(testApp.deps.catalog, 'findEntry').mockRejectedValueOnce(new Error('Connection terminated'))
  const answer = await testApp.page(`/api/tournament-entries/${entry}/catches`, {
    json: { weight: 400, species: 'Blue Marlin' },
    cookie: organiser.cookie,
  })
  expect([answer.status, (await answer.json()).message]).toEqual([
    503,
    expect.stringContaining('It may have been saved'),
  ])
  expect((await testApp.db.selectFrom('catches').select('id').execute()).length).toBe(1)
})
