import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  HandleEmptyInListsPlugin,
  PostgresDialect,
  type QueryResult,
  replaceWithNoncontingentExpression,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { RootDb, refuseInTransaction } from '../connection.ts'
import { storableText } from '../storable.ts'
import { PostgresChangeLog } from './change-log.ts'
import { writersLock } from './locks.ts'

/** One writer at a time, as SQLite has it: ids of the ledger and of changes are in the order of commits. */
const beginWriting = CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${writersLock})`)
const beginReading = CompiledQuery.raw('begin transaction isolation level repeatable read, read only')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

const storable = (value: unknown): unknown => (typeof value === 'string' ? storableText(value) : value)

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** Runs each write in a transaction, its own or one that is open. */
class Connection implements DatabaseConnection {
  #isOpen = false

  constructor(
    readonly inner: DatabaseConnection,
    private readonly changes: PostgresChangeLog,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOpen || isRead(query)) return this.#run<R>(query)
    await this.begin(false)
    try {
      const result = await this.#run<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  streamQuery<R>(query: CompiledQuery, size?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(query, size)
  }

  async begin(isReading: boolean): Promise<void> {
    try {
      await this.inner.executeQuery(isReading ? beginReading : beginWriting)
      this.#isOpen = true
    } catch (error) {
      // It may have begun, and waited for the lock in vain.
      await this.rollback()
      throw error
    }
  }

  async commit(): Promise<void> {
    this.#isOpen = false
    await this.inner.executeQuery(commit)
    // The commit stands, whatever becomes of the connection.
    const catchUp = this.changes.catchUp(query => this.inner.executeQuery(query))
    await catchUp.catch(() => this.changes.assumeEverything())
  }

  /** A failed rollback must not hide the original error. */
  async rollback(): Promise<void> {
    this.#isOpen = false
    await this.inner.executeQuery(rollback).catch(() => {})
  }

  #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.inner.executeQuery<R>({ ...query, parameters: query.parameters.map(storable) })
  }
}

class OneWriterDialect extends PostgresDialect {
  constructor(
    pool: Pool,
    private readonly changes: PostgresChangeLog,
  ) {
    super({ pool })
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const connections = new WeakMap<DatabaseConnection, Connection>()
    const of = (connection: DatabaseConnection): Connection => {
      if (!(connection instanceof Connection)) throw new Error('a connection of another driver')
      return connection
    }
    return {
      init: () => driver.init(),
      destroy: () => driver.destroy(),
      acquireConnection: async () => {
        refuseInTransaction()
        await this.changes.installed()
        const inner = await driver.acquireConnection()
        const connection = connections.get(inner) ?? new Connection(inner, this.changes)
        connections.set(inner, connection)
        return connection
      },
      releaseConnection: connection => driver.releaseConnection(of(connection).inner),
      beginTransaction: (connection, { accessMode }: TransactionSettings) =>
        of(connection).begin(accessMode === 'read only'),
      commitTransaction: connection => of(connection).commit(),
      rollbackTransaction: connection => of(connection).rollback(),
    }
  }
}

/** `in ()` is SQLite's alone. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

export function makeDb(pool: Pool): RootDb {
  const changes = new PostgresChangeLog(pool)
  return new RootDb(new OneWriterDialect(pool, changes), changes, [emptyLists])
}
