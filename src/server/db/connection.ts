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
import { BusyRetry } from './sqlite/busy.ts'
import { ChangeLog } from './sqlite/change-log.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
/** Queries that take this run only inside {@link inTransaction}. */
export type Trx = Transaction<Tables>

const openTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** Global `db` used inside a transaction, which would deadlock on one connection. */
export class TransactionGuardError extends Error {
  constructor() {
    super('The global db was used inside a transaction; pass the trx on instead.')
  }
}

/** Prevents a write between this transaction's read and write. */
const begin = CompiledQuery.raw('begin immediate')

class GuardedDialect extends BunSqliteDialect {
  constructor(
    private readonly database: Database,
    private readonly changes: ChangeLog,
  ) {
    super({ database })
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const { database, changes } = this
    let isOpen = false
    /** Cause of SQLite's own rollback, such as a full disk. */
    let lost: unknown
    let shared: DatabaseConnection | undefined
    const retry = new BusyRetry({
      acquire: () => driver.acquireConnection(),
      release: async () => shared && driver.releaseConnection(shared),
    })
    const retrying = (connection: DatabaseConnection): DatabaseConnection => ({
      executeQuery: async <R>(query: CompiledQuery) => {
        const run = () => connection.executeQuery<R>(query)
        if (isOpen) return inOpen(run)
        const { kind } = query.query
        const isRaw = kind === 'RawNode' && query !== begin
        const isRead = kind === 'SelectQueryNode'
        const result = await retry.run(!isRead && !isRaw, run)
        if (!isRead) changes.collect()
        return result
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    })
    /** After SQLite's own rollback a statement would autocommit. @throws the rollback's cause */
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
        shared ??= retrying(connection)
        return shared
      },
      releaseConnection: connection => driver.releaseConnection(connection),
      beginTransaction: async connection => {
        await connection.executeQuery(begin)
        isOpen = true
      },
      commitTransaction: async connection => {
        await driver.commitTransaction(connection)
        isOpen = false
        changes.collect()
      },
      rollbackTransaction: async connection => {
        isOpen = false
        lost = undefined
        // A failed rollback must not hide the original error.
        if (database.inTransaction) await driver.rollbackTransaction(connection).catch(() => {})
      },
    }
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

/** SQLite supports transactional DDL; the stock adapter denies it. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The database itself, never a transaction. */
export class RootDb extends Kysely<Tables> {
  readonly changes: ChangeLog

  constructor(database: Database) {
    const changes = new ChangeLog(database)
    super({ dialect: new GuardedDialect(database, changes) })
    this.changes = changes
  }
}

export function makeDb(database: Database): RootDb {
  // SQLite's statement cache halves the cost of a query.
  database.prepare = database.query.bind(database)
  return new RootDb(database)
}

/** @throws TransactionGuardError when `work` uses the global db */
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

/** Read-only, on one snapshot; doesn't block writers. */
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
