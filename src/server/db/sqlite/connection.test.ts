import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { OperatorError } from '#server/operator-error.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { type Db, inTransaction, TransactionGuardError } from '../connection.ts'
import { makeDb } from './connection.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

let db: Db
afterEach(() => db.destroy())

const user = (id: string) => ({
  id: id as never,
  email: `${id}@example.org`,
  metadata: '{}',
  created_at: 0,
  updated_at: 0,
})

describe('inTransaction', () => {
  test('refuses the global db inside at once instead of waiting forever', async () => {
    db = await makeTestDb()
    const mistake = inTransaction(db, async () => db.selectFrom('users').selectAll().execute())
    await expect(mistake).rejects.toBeInstanceOf(TransactionGuardError)
  })

  test('rolls back when the callback throws', async () => {
    db = await makeTestDb()
    const failing = inTransaction(db, async trx => {
      await trx.insertInto('users').values(user('a')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('allows work that outlives it to use the global db', async () => {
    db = await makeTestDb()
    let later: Promise<unknown> | undefined
    const gate = Promise.withResolvers<void>()
    await inTransaction(db, async trx => {
      await trx.insertInto('users').values(user('a')).execute()
      later = gate.promise.then(() => db.selectFrom('users').select('id').execute())
    })
    gate.resolve()
    expect(await later).toEqual([{ id: 'a' }])
  })

  test('runs transactions one after the other', async () => {
    db = await makeTestDb()
    await db.insertInto('users').values(user('a')).execute()
    const count = () =>
      inTransaction(db, async trx => {
        const row = await trx.selectFrom('users').select('created_at').executeTakeFirstOrThrow()
        await trx
          .updateTable('users')
          .set({ created_at: row.created_at + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, count))
    expect((await db.selectFrom('users').select('created_at').executeTakeFirstOrThrow()).created_at).toBe(20)
  })
})

describe('the connection', () => {
  test('enforces foreign keys and syncs every commit', async () => {
    db = await makeTestDb()
    const orphan = db
      .insertInto('boats')
      .values({ id: 'b' as never, owner_id: 'nobody' as never, name: 'x', captain_name: 'y', created_at: 0 })
      .execute()
    await expect(orphan).rejects.toThrow('FOREIGN KEY')
    expect((await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows).toEqual([
      { synchronous: 2 },
    ])
  })
})

describe('migrate', () => {
  test('refuses a database made by a newer version', async () => {
    const database = openDatabase(':memory:')
    db = makeDb(database)
    await migrate(database, db, { '0001-a': { up: async () => {} }, '0002-b': { up: async () => {} } })
    await expect(migrate(database, db, { '0001-a': { up: async () => {} } })).rejects.toBeInstanceOf(
      OperatorError,
    )
  })

  test('rolls back a migration that fails', async () => {
    const database = openDatabase(':memory:')
    db = makeDb(database)
    const migrations = {
      '0001-broken': {
        up: async (trx: Db) => {
          await sql`create table half (a integer)`.execute(trx)
          await sql`this is not sql`.execute(trx)
        },
      },
    }
    await expect(migrate(database, db, migrations)).rejects.toThrow('0001-broken failed and was rolled back')
    expect(database.query(`select name from sqlite_master where name = 'half'`).all()).toEqual([])
    expect(appliedMigrations(database)).toEqual([])
  })
})
