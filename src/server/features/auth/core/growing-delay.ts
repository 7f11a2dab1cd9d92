import { tooManyAttempts } from '#server/http/errors.ts'

interface Attempts {
  failures: number
  /** Milliseconds of the monotonic clock. */
  last: number
}

interface DelayRule {
  /** Attempts without delay. */
  free: number
  firstSeconds: number
  maxSeconds: number
  /** Failures are forgotten this long after the last attempt. */
  forgetSeconds: number
}

const capacity = 50_000

/**
 * Exponential delay per key, never a permanent lock: `maxSeconds` after an attempt the next is allowed. An attempt counts
 * as failed from its start, so that parallel attempts gain nothing; `forget` clears the key after a success.
 */
export class GrowingDelay {
  readonly #attempts = new Map<string, Attempts>()

  constructor(
    private readonly rule: DelayRule,
    private readonly enabled: boolean,
    /** Monotonic clock, in milliseconds. */
    private readonly now: () => number,
  ) {}

  /** Counts an attempt. @throws ApiError 429 during the delay */
  take(key: string): void {
    if (!this.enabled) return
    const now = this.now()
    let known = this.#attempts.get(key)
    if (known && now - known.last >= this.rule.forgetSeconds * 1000) known = undefined
    const failures = known?.failures ?? 0
    if (known) {
      const delay = this.#delay(failures) * 1000
      const wait = Math.min(delay, known.last + delay - now)
      if (wait > 0) throw tooManyAttempts(wait / 1000)
    }
    // Reinserted as the newest: eviction drops the key that was unused for longest.
    this.#attempts.delete(key)
    if (this.#attempts.size >= capacity) {
      const oldest = this.#attempts.keys().next().value
      if (oldest !== undefined) this.#attempts.delete(oldest)
    }
    this.#attempts.set(key, { failures: failures + 1, last: now })
  }

  forget(key: string): void {
    this.#attempts.delete(key)
  }

  #delay(failures: number): number {
    const beyond = failures - this.rule.free
    if (beyond < 0) return 0
    return Math.min(this.rule.maxSeconds, this.rule.firstSeconds * 2 ** beyond)
  }
}
