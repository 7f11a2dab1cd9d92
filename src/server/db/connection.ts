import type { Database } from 'bun:sqlite'
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  sql,
  type Transaction,
} from 'kysely'
import { BunSqliteDialect } from 'kysely-bun-sqlite'
import { BusyRetry } from './busy.ts'
import type { Tables } from './tables.ts'
import { WriteWatch, watchWrites } from './writes.ts'

/** The data layer every query takes first; a {@link Trx} is one too. */
export type Db = Kysely<Tables>
/** A query that takes this must run inside {@link inTransaction}. */
export type Trx = Transaction<Tables>

const openTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** Thrown where code inside a transaction reaches for the global `db`: on one connection that would wait forever. */
export class TransactionGuardError extends Error {
  constructor() {
    super('The global db was used inside a transaction; pass the trx on instead.')
  }
}

/** IMMEDIATE: a transaction that reads first and writes later must not find that another wrote in between. */
const begin = 'begin immediate'

class GuardedDialect extends BunSqliteDialect {
  constructor(
    private readonly database: Database,
    private readonly writes: WriteWatch,
  ) {
    super({ database })
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const { database, writes } = this
    let isOpen = false
    /** Why SQLite itself has rolled the open transaction back, such as a full disk. */
    let lost: unknown
    let shared: DatabaseConnection | undefined
    const retry = new BusyRetry({
      acquire: () => driver.acquireConnection(),
      release: async () => shared && driver.releaseConnection(shared),
    })
    /** There is one connection; outside of a transaction its statements wait for other processes. */
    const retrying = (connection: DatabaseConnection): DatabaseConnection => ({
      executeQuery: <R>(query: CompiledQuery) => {
        const run = () => connection.executeQuery<R>(query)
        if (isOpen) return inOpen(run)
        return retry.run(query.sql === begin || writes.tableOf(query.sql) !== null, run)
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    })
    /** Runs nothing after SQLite's own rollback: it would be committed by itself. @throws that rollback's cause */
    const inOpen = async <T>(run: () => Promise<T>): Promise<T> => {
      if (lost !== undefined) throw lost
      try {
        return await run()
      } catch (error) {
        if (!database.inTransaction) lost = error
        throw error
      }
    }
    return {
      init: () => driver.init(),
      destroy: () => driver.destroy(),
      acquireConnection: async (): Promise<DatabaseConnection> => {
        if (openTransaction.getStore()?.open) throw new TransactionGuardError()
        const connection = await driver.acquireConnection()
        shared ??= writes.watched(retrying(connection))
        return shared
      },
      releaseConnection: connection => driver.releaseConnection(connection),
      beginTransaction: async connection => {
        await connection.executeQuery(CompiledQuery.raw(begin))
        isOpen = true
        writes.begin()
      },
      commitTransaction: async connection => {
        await driver.commitTransaction(connection)
        isOpen = false
        writes.commit()
      },
      rollbackTransaction: async connection => {
        isOpen = false
        lost = undefined
        writes.rollback()
        // Kysely throws what went wrong before; a rollback that fails must not hide it.
        if (database.inTransaction) await driver.rollbackTransaction(connection).catch(() => {})
      },
    }
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

/** SQLite rolls schema changes back; the stock adapter denies it, and a failing migration would leave half of itself behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export function makeDb(database: Database): Db {
  // The dialect prepares every statement anew; answering from SQLite's cache halves the cost of a query.
  database.prepare = database.query.bind(database)
  const writes = new WriteWatch()
  const db: Db = new Kysely<Tables>({ dialect: new GuardedDialect(database, writes) })
  watchWrites(db, writes)
  return db
}

/**
 * Runs `work` in one write transaction: all of it, or nothing.
 * @throws TransactionGuardError when `work` uses the global db instead of its `trx`
 */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async trx => {
    const state = { open: true }
    try {
      return await openTransaction.run(state, () => work(trx))
    } finally {
      state.open = false
    }
  })
}

/** Runs `work` on one snapshot: all that it reads is of one moment, and no writer waits for it. It can't write. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async connection => {
    await sql`begin deferred`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}
