import type { AttemptCounter, AttemptRule, AttemptStore } from '../attempts.ts'
import { pauseAfter } from '../attempts.ts'
import { refuseInTransaction, type Trx } from '../connection.ts'

/** Most keys of a rule; the oldest are dropped. */
const capacity = 50_000

interface Attempts {
  count: number
  /** Time at which they are forgotten. */
  until: number
}

/**
 * Counts in memory, because one process serves.
 * rate-limiter-flexible costs a start 7 ms (decision 0081).
 */
class MemoryCounter implements AttemptCounter {
  readonly #attempts = new Map<string, Attempts>()

  constructor(
    private readonly rule: AttemptRule,
    private readonly now: () => number,
  ) {}

  async take(key: string, trx?: Trx): Promise<number> {
    if (trx === undefined) refuseInTransaction()
    const now = this.now()
    const previous = this.#live(key, now)
    const wait = previous ? pauseAfter(this.rule, previous, now) : 0
    if (wait > 0) return wait
    if (previous && !this.rule.pauses) previous.count += 1
    else this.#append(key, { count: (previous?.count ?? 0) + 1, until: now + this.rule.windowSeconds * 1000 })
    return 0
  }

  async wait(key: string): Promise<number> {
    refuseInTransaction()
    const now = this.now()
    const previous = this.#live(key, now)
    return previous ? pauseAfter(this.rule, previous, now) : 0
  }

  async forget(key: string): Promise<void> {
    refuseInTransaction()
    this.#attempts.delete(key)
  }

  #append(key: string, attempts: Attempts): void {
    this.#attempts.delete(key)
    if (this.#attempts.size >= capacity) {
      const oldest = this.#attempts.keys().next().value
      if (oldest !== undefined) this.#attempts.delete(oldest)
    }
    this.#attempts.set(key, attempts)
  }

  #live(key: string, now: number): Attempts | undefined {
    const attempts = this.#attempts.get(key)
    if (attempts === undefined || attempts.until > now) return attempts
    this.#attempts.delete(key)
    return undefined
  }
}

export const memoryAttempts: AttemptStore = {
  counter: (rule, now) => new MemoryCounter(rule, now),
  sweep: async () => {},
}
