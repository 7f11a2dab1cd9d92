/** Whether another process holds the lock that a statement needs. */
export const isBusy = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_BUSY')

/** Milliseconds between two tries, and for how long to try. */
const intervalMs = 50
const patienceMs = 10_000

/** The one connection of the process, which its users take in turn. */
interface Turn {
  acquire(): Promise<unknown>
  release(): Promise<void>
}

/**
 * Repeats statements that another process's lock stops. Between two tries the connection is free, so that others read.
 * Each try of a write blocks the process for the busy timeout: all waiting writers together try once per interval.
 */
export class BusyRetry {
  #nextTry = 0
  #lastError: unknown

  constructor(private readonly turn: Turn) {}

  /** @throws SQLite's error once ten seconds have passed */
  async run<T>(isWrite: boolean, statement: () => Promise<T>): Promise<T> {
    const givesUpAt = performance.now() + patienceMs
    for (;;) {
      if (!isWrite || performance.now() >= this.#nextTry)
        try {
          return await statement()
        } catch (error) {
          if (!isBusy(error)) throw error
          this.#lastError = error
          this.#nextTry = performance.now() + intervalMs
        }
      if (performance.now() >= givesUpAt) throw this.#lastError
      await this.turn.release()
      await Bun.sleep(Math.max(1, this.#nextTry - performance.now()))
      await this.turn.acquire()
    }
  }
}
