import { tooManyAttempts } from '#server/http/errors.ts'

interface Attempts {
  failures: number
  /** Milliseconds of the given clock. */
  last: number
}

interface DelayRule {
  /** Attempts that cost nothing. */
  free: number
  firstSeconds: number
  maxSeconds: number
  /** Without an attempt for so long, all is forgotten. */
  forgetSeconds: number
}

const capacity = 50_000

/**
 * Makes whoever guesses wait longer each time, and never for good: after `maxSeconds` there is always another try.
 * An attempt counts as failed from its start, so that many at once are no way round; success forgets.
 */
export class GrowingDelay {
  readonly #attempts = new Map<string, Attempts>()

  constructor(
    private readonly rule: DelayRule,
    private readonly enabled: boolean,
    /** A clock that is never set back, in milliseconds. */
    private readonly now: () => number,
  ) {}

  /** @throws ApiError 429 while the key has to wait */
  take(key: string): void {
    if (!this.enabled) return
    const now = this.now()
    let known = this.#attempts.get(key)
    if (known && now - known.last >= this.rule.forgetSeconds * 1000) known = undefined
    const failures = known?.failures ?? 0
    if (known) {
      const delay = this.#delay(failures) * 1000
      // Never longer than the delay, whatever the clock does.
      const wait = Math.min(delay, known.last + delay - now)
      if (wait > 0) throw tooManyAttempts(wait / 1000)
    }
    // Last in, last out: what is attacked now is not what is forgotten for lack of room.
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
