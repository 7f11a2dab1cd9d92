import { CompiledQuery } from 'kysely'
import { type Db, inTransaction, noteWrite, type Trx } from './connection.ts'
import { isUnavailable } from './dialect.ts'

/** Most writes in a transaction, to bound latency. */
const most = 64

interface Waiting {
  /** @returns resolves its caller after the commit */
  run(trx: Trx): Promise<() => void>
  fail(error: unknown): void
}

/**
 * Batches waiting writes into one commit, because `synchronous=FULL` waits for the disk. Each write rolls back alone
 * and resolves only when durable.
 */
export class GroupCommit {
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(private readonly db: Db) {}

  /** Runs work like `inTransaction`, but it sees writes of the same group. */
  write<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.push({
      run: async trx => {
        const value = await work(trx)
        return () => resolve(value)
      },
      fail: reject,
    })
    if (!this.#isRunning) {
      this.#isRunning = true
      // Collects writes of this event-loop turn.
      setImmediate(() => void this.#drain())
    }
    return promise.then(value => {
      // The commit is one of another request.
      noteWrite()
      return value
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, most))
    this.#isRunning = false
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await inTransaction(this.db, async trx => {
        const callbacks: (() => void)[] = []
        for (const one of group) callbacks.push(await apart(trx, one))
        return callbacks
      })
      for (const callback of outcomes) callback()
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint one')
const release = CompiledQuery.raw('release one')
const undo = CompiledQuery.raw('rollback to one')

/** @returns resolves or rejects its caller @throws when others of the group would wait in vain, too */
async function apart(trx: Trx, { run, fail }: Waiting): Promise<() => void> {
  await trx.executeQuery(savepoint)
  try {
    const done = await run(trx)
    await trx.executeQuery(release)
    return done
  } catch (error) {
    // It has waited for another program's lock: if each did so, the group would hold up all writers.
    if (isUnavailable(error)) throw error
    try {
      await trx.executeQuery(undo)
      await trx.executeQuery(release)
    } catch {
      // SQLite rolled back the whole group.
      throw error
    }
    return () => fail(error)
  }
}
