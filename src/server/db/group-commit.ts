import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from './connection.ts'

/** As many in one transaction, so that nobody waits long for the others. */
const most = 64

interface Waiting {
  /** @returns what to tell its caller once everything is on disk */
  run(trx: Trx): Promise<() => void>
  fail(error: unknown): void
}

/**
 * One commit for all the small writes that wait at once: a commit with `synchronous=FULL` waits for the disk, whatever
 * it holds. Each piece of work stands alone: one that throws is undone without the others, and each is answered only
 * when it is on disk.
 */
export class GroupCommit {
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(private readonly db: Db) {}

  /** As `inTransaction`; `work` may find what others of the same group have written. */
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
      // After this turn of the event loop: whoever arrived in it comes along.
      setImmediate(() => void this.#drain())
    }
    return promise
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, most))
    this.#isRunning = false
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await inTransaction(this.db, async trx => {
        const told: (() => void)[] = []
        for (const one of group) told.push(await apart(trx, one))
        return told
      })
      for (const tell of outcomes) tell()
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }
}

const savepoint = sql.raw('savepoint one')
const release = sql.raw('release one')
const undo = sql.raw('rollback to one')

/** @returns what tells its caller how it went */
async function apart(trx: Trx, { run, fail }: Waiting): Promise<() => void> {
  await savepoint.execute(trx)
  try {
    const done = await run(trx)
    await release.execute(trx)
    return done
  } catch (error) {
    try {
      await undo.execute(trx)
      await release.execute(trx)
    } catch {
      // SQLite has rolled the whole group back.
      throw error
    }
    return () => fail(error)
  }
}
