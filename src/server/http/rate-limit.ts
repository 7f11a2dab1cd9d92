import { tooManyAttempts } from './errors.ts'

interface Bucket {
  count: number
  /** Milliseconds of the given clock. */
  resetsAt: number
}

interface LimitRule {
  /** How many within the window. */
  points: number
  windowSeconds: number
}

/** Keys remembered at once; the oldest go first, so that a flood of addresses costs memory for so many and no more. */
const capacity = 50_000

/**
 * Counts attempts per key in a fixed window. In memory: one process serves everybody, and a restart forgives.
 * Our own forty lines and not rate-limiter-flexible: that costs 7 ms of a cold start that may take 24 (docs/decisions/0004).
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>()

  constructor(
    private readonly rule: LimitRule,
    private readonly enabled: boolean,
    /** A clock that is never set back, in milliseconds. */
    private readonly now: () => number,
  ) {}

  /** @throws ApiError 429 when the key has no attempt left; does not count one */
  check(key: string): void {
    const wait = this.secondsToWait(key)
    if (wait > 0) throw tooManyAttempts(wait)
  }

  /** Seconds until the key has an attempt again; 0: it has one now. */
  secondsToWait(key: string): number {
    if (!this.enabled) return 0
    const bucket = this.#live(key)
    if (!bucket || bucket.count < this.rule.points) return 0
    // Never longer than the window, whatever the clock does.
    return Math.min(this.rule.windowSeconds, (bucket.resetsAt - this.now()) / 1000)
  }

  /** Counts an attempt. */
  count(key: string): void {
    const bucket = this.#live(key)
    if (bucket) bucket.count += 1
    else {
      if (this.#buckets.size >= capacity) {
        const oldest = this.#buckets.keys().next().value
        if (oldest !== undefined) this.#buckets.delete(oldest)
      }
      this.#buckets.set(key, { count: 1, resetsAt: this.now() + this.rule.windowSeconds * 1000 })
    }
  }

  /** Checks, then counts. @throws ApiError 429 */
  take(key: string): void {
    this.check(key)
    this.count(key)
  }

  forget(key: string): void {
    this.#buckets.delete(key)
  }

  #live(key: string): Bucket | undefined {
    const bucket = this.#buckets.get(key)
    if (bucket && bucket.resetsAt <= this.now()) {
      this.#buckets.delete(key)
      return undefined
    }
    return bucket
  }
}
