import type { Database } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type TransactionSettings,
} from 'kysely'
import { BunSqliteDialect } from 'kysely-bun-sqlite'
import { RootDb, refuseInTransaction } from '../connection.ts'
import { Locks } from '../locks.ts'
import { memoryAttempts } from './attempts.ts'
import { BusyRetry } from './busy.ts'
import { SqliteChangeLog } from './change-log.ts'

/** Prevents a write between this transaction's read and write. */
const begin = CompiledQuery.raw('begin immediate')
/** Begins a snapshot without the writers' lock. */
const beginReading = CompiledQuery.raw('begin deferred')

class GuardedDialect extends BunSqliteDialect {
  constructor(
    private readonly database: Database,
    private readonly changes: SqliteChangeLog,
  ) {
    super({ database })
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const { database, changes } = this
    let isOpen = false
    /** Cause of SQLite's own rollback, such as a full disk. */
    let rollbackCause: unknown
    let proxy: DatabaseConnection | undefined
    const retry = new BusyRetry({
      acquire: () => driver.acquireConnection(),
      release: async () => proxy && driver.releaseConnection(proxy),
    })
    const withRetries = (connection: DatabaseConnection): DatabaseConnection => ({
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
    /**
     * Runs a statement only while the transaction is open: after SQLite's own rollback it would autocommit.
     * @throws the rollback's cause
     */
    const inOpen = async <T>(run: () => Promise<T>): Promise<T> => {
      if (rollbackCause !== undefined) throw rollbackCause
      try {
        return await run()
      } catch (error) {
        if (!database.inTransaction) rollbackCause = error
        throw error
      }
    }
    return {
      init: () => driver.init(),
      destroy: () => driver.destroy(),
      acquireConnection: async (): Promise<DatabaseConnection> => {
        refuseInTransaction()
        const connection = await driver.acquireConnection()
        proxy ??= withRetries(connection)
        return proxy
      },
      releaseConnection: connection => driver.releaseConnection(connection),
      beginTransaction: async (connection, { accessMode }: TransactionSettings) => {
        const isReading = accessMode === 'read only'
        await connection.executeQuery(isReading ? beginReading : begin)
        isOpen = !isReading
      },
      commitTransaction: async connection => {
        if (!isOpen) return driver.rollbackTransaction(connection)
        await driver.commitTransaction(connection)
        isOpen = false
        changes.collect()
      },
      rollbackTransaction: async connection => {
        isOpen = false
        rollbackCause = undefined
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

export function makeDb(database: Database): RootDb {
  // SQLite's statement cache halves the cost of a query.
  database.prepare = database.query.bind(database)
  const changes = new SqliteChangeLog(database)
  return new RootDb(new GuardedDialect(database, changes), changes, memoryAttempts, new Locks())
}
