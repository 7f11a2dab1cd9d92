import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  HandleEmptyInListsPlugin,
  PostgresDialect,
  type QueryResult,
  replaceWithNoncontingentExpression,
  sql,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { ReusedQuery } from '../compile-once.ts'
import { noteWrite, RootDb, refuseInTransaction, UncertainCommitError } from '../connection.ts'
import { Locks, lockTimeoutMs } from '../locks.ts'
import type { LiveProcess, Waits } from '../processes.ts'
import { storableText } from '../storable.ts'
import { postgresAttempts } from './attempts.ts'
import { PostgresChangeLog } from './change-log.ts'
import { isLost } from './errors.ts'
import { startLock, writersLock } from './lock-keys.ts'
import { LongestWait } from './longest-wait.ts'
import { refuseMovedSql } from './moved-site.ts'
import { again, makePool } from './pool.ts'
import { listLive } from './process-rows.ts'
import { SiteLocks } from './site-locks.ts'

/** One writer at a time, as SQLite has it: ids of the ledger and of changes are in the order of commits. */
const takeTurn = `select pg_advisory_xact_lock(${writersLock})`
/** Waits for a command that holds the whole site. */
const takeTurnBeside = `select pg_advisory_xact_lock_shared(${startLock}); ${refuseMovedSql}; ${takeTurn}`
/** @param waitMs for its turn; once it writes, locks of other programs hold it for less */
const beginWriting = (takeTurn: string, waitMs: number) =>
  `begin; set local lock_timeout = ${waitMs}; ${takeTurn}; set local lock_timeout to default`
const beginReading = 'begin transaction isolation level repeatable read, read only'

const storable = (value: unknown): unknown => (typeof value === 'string' ? storableText(value) : value)

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** State that the connections of a database share. */
interface SharedState {
  changes: PostgresChangeLog
  takeTurn: string
  /** Milliseconds that a writer waits for those before. */
  lockPatienceMs: number
  lockWaits: LongestWait
  /**
   * Locks before those of PostgreSQL,
   * so that a process that stands still doesn't hang others once for each of its writers.
   */
  writers: Locks
}

const writersTurn = 'writer'

/** Neither readers nor writers that wait for their turn hold a connection that others need. */
export interface Pools {
  readers: Pool
  /** Two: the next transaction begins while the last one reads its changes. */
  writer: Pool
  /** Connections for short statements that must not wait for other work: changes, heartbeats. */
  small: Pool
}

/** Runs each write in a transaction, its own or one that is open. Connects at the first statement. */
class Connection implements DatabaseConnection {
  #client: PoolClient | null = null
  #isOpen = false
  #isLost = false
  /** True while it has its turn among the writers of this process. */
  #isWriting = false

  constructor(
    private readonly pools: Pools,
    private readonly state: SharedState,
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

  streamQuery(): never {
    throw new Error('Rows are read in pages.')
  }

  async begin(isReading: boolean): Promise<void> {
    const { takeTurn, lockPatienceMs, lockWaits, writers } = this.state
    const startedAt = performance.now()
    try {
      if (!isReading) await writers.acquire(writersTurn)
      this.#isWriting = !isReading
      const restMs = lockPatienceMs - (performance.now() - startedAt)
      // Those of other processes may be before it, also when its turn came late.
      const waitMs = Math.ceil(Math.max(restMs, lockPatienceMs / 10))
      await this.#query(isReading ? beginReading : beginWriting(takeTurn, waitMs))
      this.#isOpen = true
    } catch (error) {
      // It may have begun, and waited for the lock in vain.
      await this.rollback()
      throw error
    } finally {
      if (!isReading) lockWaits.add(performance.now() - startedAt)
    }
  }

  /** @throws UncertainCommitError */
  async commit(): Promise<void> {
    this.#isOpen = false
    try {
      await this.#query('commit')
      if (this.#isWriting) noteWrite()
    } catch (cause) {
      throw isLost(cause) ? new UncertainCommitError({ cause }) : cause
    } finally {
      this.#letNextWrite()
    }
    const { changes } = this.state
    // The commit stands, whatever becomes of the connection.
    await changes.catchUpBy(query => this.#run(query)).catch(() => changes.assumeEverything())
  }

  /** A failed rollback must not hide the original error. */
  async rollback(): Promise<void> {
    this.#isOpen = false
    if (this.#client && !this.#isLost) await this.#query('rollback').catch(() => {})
    this.#letNextWrite()
  }

  #letNextWrite(): void {
    if (!this.#isWriting) return
    this.#isWriting = false
    void this.state.writers.release(writersTurn)
  }

  release(): void {
    this.#client?.release(this.#isLost)
  }

  async #run<R>({ sql, parameters, name }: ReusedQuery): Promise<QueryResult<R>> {
    const { command, rows, rowCount } = await this.#query(sql, parameters.map(storable), name)
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** The first statement is a read, or begins a transaction: it may run again on another connection. */
  async #query(sql: string, parameters?: unknown[], name?: string) {
    if (this.#client !== null) return this.#send(this.#client, sql, parameters, name)
    const pool = this.#isWriting ? this.pools.writer : this.pools.readers
    return again(pool, async () => {
      this.#client?.release(true)
      this.#client = null
      this.#isLost = false
      this.#client = await pool.connect()
      return this.#send(this.#client, sql, parameters, name)
    })
  }

  async #send(client: PoolClient, text: string, values?: unknown[], name?: string) {
    try {
      return await client.query({ text, ...(values && { values }), ...(name !== undefined && { name }) })
    } catch (error) {
      // After a timeout, the next query would wait for the answer to this one.
      this.#isLost ||= isLost(error)
      throw error
    }
  }
}

class OneWriterDialect extends PostgresDialect {
  constructor(
    private readonly pools: Pools,
    private readonly state: SharedState,
  ) {
    super({ pool: pools.readers })
  }

  override createDriver(): Driver {
    const { pools, state } = this
    const ownConnection = (connection: DatabaseConnection): Connection => {
      if (!(connection instanceof Connection)) throw new Error('a connection of another driver')
      return connection
    }
    return {
      init: async () => {},
      destroy: async () => void (await Promise.all(Object.values(pools).map(pool => pool.end()))),
      acquireConnection: async () => {
        refuseInTransaction()
        await state.changes.ensureTriggers()
        return new Connection(pools, state)
      },
      releaseConnection: async connection => ownConnection(connection).release(),
      beginTransaction: (connection, { accessMode }: TransactionSettings) =>
        ownConnection(connection).begin(accessMode === 'read only'),
      commitTransaction: connection => ownConnection(connection).commit(),
      rollbackTransaction: connection => ownConnection(connection).rollback(),
    }
  }
}

/** `in ()` is SQLite's alone. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

export interface DbOptions {
  /** Connections of readers at once. */
  max?: number
  /** Milliseconds that a writer waits for its turn. */
  lockPatienceMs?: number
  /** Milliseconds that a statement waits for a row or table that another program has locked. */
  lockMs?: number
  /** Milliseconds until an answer; 0: however long it takes. */
  queryMs?: number
}

/** @param url `postgres://…` */
export function makePools(
  url: string,
  { max = 8, queryMs, lockPatienceMs = lockTimeoutMs, lockMs = Math.min(2000, lockPatienceMs) }: DbOptions,
): Pools {
  return {
    readers: makePool(url, { max, queryMs, lockMs }),
    writer: makePool(url, { max: 2, queryMs, lockMs }),
    small: makePool(url, { max: 2, queryMs: 5000, lockMs: 5000 }),
  }
}

export class PostgresDb extends RootDb {
  override readonly isShared = true
  declare readonly changes: PostgresChangeLog
  readonly #state: SharedState
  readonly small: Pool

  /** @param url `postgres://…` @param pools of its connections, which end with it */
  constructor(
    readonly url: string,
    options: DbOptions = {},
    pools = makePools(url, options),
  ) {
    const state = {
      changes: new PostgresChangeLog(pools.small),
      takeTurn,
      lockPatienceMs: options.lockPatienceMs ?? lockTimeoutMs,
      lockWaits: new LongestWait(),
      writers: new Locks(),
    }
    const dialect = new OneWriterDialect(pools, state)
    super(dialect, state.changes, postgresAttempts(pools.readers), new SiteLocks(url), [emptyLists])
    this.#state = state
    this.small = pools.small
  }

  override get engine() {
    return 'postgres' as const
  }

  override async probe(): Promise<void> {
    const mode = sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`
    if ((await mode.execute(this)).rows[0]?.mode === 'on')
      throw new Error('PostgreSQL takes no writes: it is a standby, or default_transaction_read_only is on.')
  }

  /** Was made with the cluster and the database: no dump holds it, a standby has the same. */
  override async identity(): Promise<string> {
    const { rows } = await sql<{ identity: string }>`
      select system_identifier || '-' || oid as identity
      from pg_control_system(), pg_database where datname = current_database()`.execute(this)
    const [row] = rows
    if (row === undefined) throw new Error('PostgreSQL names no system identifier')
    return row.identity
  }

  override waits(): Waits {
    return { lockMs: this.#state.lockWaits.longest, feedMs: this.changes.age }
  }

  override listProcesses(): Promise<LiveProcess[]> {
    return listLive(this)
  }

  /** Makes a command's writes wait for a process that holds the site, and fail if that one moves it. */
  writeBeside(): void {
    this.#state.takeTurn = takeTurnBeside
  }

  /** Makes writes fail once other processes treat this one as dead. @param id of table `processes` */
  serveAs(id: string): void {
    this.#state.takeTurn = `${takeTurn}; select refuse_dead('${id}')`
  }
}
