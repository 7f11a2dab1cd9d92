import { expect, spyOn, test } from 'bun:test'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterTest } from '../../../../tests/support/after-test.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { addUser } from '../../../../tests/support/factories.ts'
import { inTransaction, UncertainCommitError } from '../connection.ts'
import { PostgresDb } from './connection.ts'
import { isBusy } from './errors.ts'
import { writersLock } from './locks.ts'

/** Of the test's database, with little patience. */
async function impatient() {
  const db = await makeTestDb()
  const { rows } = await db.executeQuery<{ name: string }>({
    ...db.selectNoFrom(eb => eb.fn<string>('current_database', []).as('name')).compile(),
  })
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  const impatient = new PostgresDb(url.href, { max: 1, lockPatienceMs: 50 })
  afterTest(() => impatient.destroy())
  return { db: impatient, holder: new Pool({ connectionString: url.href, max: 1 }) }
}

test('a writer that waits in vain is told that the database is busy, and its connection goes on', async () => {
  const { db, holder } = await impatient()
  await holder.query(`select pg_advisory_lock(${writersLock})`)
  const write = () => addUser(db)
  for (const attempt of [write(), inTransaction(db, () => Promise.resolve())])
    await expect(attempt.catch(error => isBusy(error))).resolves.toBe(true)
  expect((await db.selectFrom('users').select('id').execute()).length).toBe(0)
  await holder.end()
  await write()
  expect((await db.selectFrom('users').select('id').execute()).length).toBe(1)
})

test('a commit stands although its connection is cut right after it', async () => {
  const { db, holder } = await impatient()
  const heard: unknown[] = []
  db.changes.listen(['users'], changes => heard.push(changes))
  await db.selectFrom('users').select('id').execute()
  // The next statement after the commit reads what changed.
  spyOn(db.changes, 'catchUpBy').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  await addUser(db)
  expect(heard).toEqual([null])
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

test('a process that others took for dead can’t write', async () => {
  const { db, holder } = await impatient()
  db.serveAs('someone')
  await expect(addUser(db)).rejects.toThrow('other processes have taken this one for dead')
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
