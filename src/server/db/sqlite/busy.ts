import { isBusy } from './errors.ts'

/** Milliseconds. */
const intervalMs = 50
const patienceMs = 10_000

/** Serialises use of the one connection. */
interface Turn {
  acquire(): Promise<unknown>
  release(): Promise<void>
}

/**
 * Retries statements that another process blocks, releasing the connection in between. Waiting writers share one
 * attempt per interval: each attempt blocks for the busy timeout.
 */
export class BusyRetry {
  #nextTry = 0
  #lastError: unknown

  constructor(private readonly turn: Turn) {}

  /** @throws SQLite's error after ten seconds */
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
