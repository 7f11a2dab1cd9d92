import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, Kysely, type KyselyPlugin, type Transaction } from 'kysely'
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

/** For what commits a request's writes. */
export function noteWrite(): void {
  const present = request.getStore()
  if (present) present.hasWritten = true
}

/** Whether the request has committed something, so that a later failure doesn't mean that nothing was saved. */
export const hasWritten = (): boolean => request.getStore()?.hasWritten === true

/** For drivers, before they give a connection. @throws TransactionGuardError */
export function refuseInTransaction(): void {
  if (openTransaction.getStore()?.open) throw new TransactionGuardError()
}

/** The database itself, never a transaction. */
export class RootDb extends Kysely<Tables> {
  /** Whether other processes serve the same database, on other machines. */
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

  /** Of this process. */
  waits(): Waits {
    return { lockMs: 0, feedMs: 0 }
  }

  /** Those that serve the site, oldest first; null on SQLite, where one does. */
  async listProcesses(): Promise<LiveProcess[] | null> {
    return null
  }
}

export interface DatabaseSize {
  bytes: number
  /** Of its write-ahead log; null: PostgreSQL's serves all its databases. */
  journalBytes: number | null
}

/** No other transaction writes meanwhile. @throws TransactionGuardError when `work` uses the global db */
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
export const inSnapshot = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
