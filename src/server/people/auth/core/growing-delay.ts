import { tooManyAttempts } from '#server/http/errors.ts'

interface Attempts {
  failures: number
  /** Monotonic milliseconds. */
  last: number
}

interface DelayRule {
  free: number
  firstSeconds: number
  maxSeconds: number
  /** Since the last attempt. */
  forgetSeconds: number
}

const capacity = 50_000

/**
 * Exponential delay per key, at most `maxSeconds`. Attempts count from their start, so parallel ones gain nothing;
 * `forget` clears a key.
 */
export class GrowingDelay {
  readonly #attempts = new Map<string, Attempts>()

  constructor(
    private readonly rule: DelayRule,
    private readonly enabled: boolean,
    /** Monotonic milliseconds. */
    private readonly now: () => number,
  ) {}

  /** @throws ApiError 429 */
  take(key: string): void {
    if (!this.enabled) return
    const now = this.now()
    let previous = this.#attempts.get(key)
    if (previous && now - previous.last >= this.rule.forgetSeconds * 1000) previous = undefined
    const failures = previous?.failures ?? 0
    if (previous) {
      const delay = this.#delay(failures) * 1000
      const wait = Math.min(delay, previous.last + delay - now)
      if (wait > 0) throw tooManyAttempts(wait / 1000)
    }
    // Eviction drops the least recently used.
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
