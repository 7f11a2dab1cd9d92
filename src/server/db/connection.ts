import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, Kysely, type KyselyPlugin, sql, type Transaction } from 'kysely'
import type { AttemptStore } from './attempts.ts'
import type { ChangeLog } from './changes.ts'
import type { Locks } from './locks.ts'
import type { LiveProcess, Waits } from './processes.ts'
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

/** The connection broke during a commit, which may stand. */
export class UncertainCommitError extends Error {
  constructor(options: ErrorOptions) {
    super('The connection to the database broke during a commit.', options)
  }
}

const request = new AsyncLocalStorage<{ hasWritten: boolean }>()

/** Runs a request: see {@link hasWritten}. */
export const watchWrites = <T>(work: () => T): T => request.run({ hasWritten: false }, work)

/** Notes that the present request committed a write. */
export function noteWrite(): void {
  const present = request.getStore()
  if (present) present.hasWritten = true
}

/**
 * Returns whether the request committed a write: if so, a later failure doesn't mean that nothing was saved.
 */
export const hasWritten = (): boolean => request.getStore()?.hasWritten === true

/** Refuses a connection inside a transaction. Drivers call it first. @throws TransactionGuardError */
export function refuseInTransaction(): void {
  if (openTransaction.getStore()?.open) throw new TransactionGuardError()
}

/** The database itself, never a transaction. */
export class RootDb extends Kysely<Tables> {
  /** True if other processes serve the same database, on other machines. */
  readonly isShared: boolean = false

  constructor(
    dialect: Dialect,
    readonly changes: ChangeLog,
    readonly attempts: AttemptStore,
    readonly locks: Locks,
    plugins: KyselyPlugin[] = [],
  ) {
    super({ dialect, plugins })
  }

  override async destroy(): Promise<void> {
    await this.locks.close()
    await super.destroy()
  }

  get engine(): 'sqlite' | 'postgres' {
    return 'sqlite'
  }

  /** @throws when the database doesn't answer, or takes no writes */
  async probe(): Promise<void> {
    await sql`select 1`.execute(this)
  }

  /** Returns an identity that no copy of a backup shares, or null: a file has none that its copies don't have. */
  async identity(): Promise<string | null> {
    return null
  }

  /** Returns the waits of this process. */
  waits(): Waits {
    return { lockMs: 0, feedMs: 0 }
  }

  /** Returns the processes that serve the site, oldest first, or null on SQLite, where one does. */
  async listProcesses(): Promise<LiveProcess[] | null> {
    return null
  }
}

export interface DatabaseSize {
  bytes: number
  /** Bytes of its write-ahead log, or null on PostgreSQL, whose log serves all its databases. */
  journalBytes: number | null
}

/**
 * Runs work in a transaction, during which no other one writes.
 * @throws TransactionGuardError when `work` uses the global db
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

/** Runs read-only work on one snapshot, without blocking writers. */
export const inSnapshot = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
