import { tooManyAttempts } from './errors.ts'
import { sharedNetwork } from './network.ts'

interface Bucket {
  count: number
  /** Milliseconds of the monotonic clock. */
  resetsAt: number
}

interface LimitRule {
  /** Attempts per window. */
  points: number
  windowSeconds: number
}

/** Bounds memory: the oldest keys are dropped first. */
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
    /** Monotonic clock, in milliseconds. */
    private readonly now: () => number,
  ) {}

  /** Does not count an attempt. @throws ApiError 429 when none is left */
  check(key: string): void {
    const wait = this.secondsToWait(key)
    if (wait > 0) throw tooManyAttempts(wait)
  }

  /** Seconds until the next attempt; 0: now. */
  secondsToWait(key: string): number {
    if (!this.enabled) return 0
    const bucket = this.#live(key)
    if (!bucket || bucket.count < this.rule.points) return 0
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

/**
 * Counts attempts per network (`c.var.network`). Visitors behind an untrusted proxy share one limit, since addresses may
 * be forged; each may use half of it, so that one does not lock out the others.
 */
export class NetworkRateLimit {
  readonly #shared: RateLimit
  readonly #claimed: RateLimit

  constructor(rule: LimitRule, enabled: boolean, now: () => number) {
    this.#shared = new RateLimit(rule, enabled, now)
    this.#claimed = new RateLimit({ ...rule, points: Math.ceil(rule.points / 2) }, enabled, now)
  }

  /** Does not count an attempt. @throws ApiError 429 when none is left */
  check(network: string): void {
    this.#shared.check(sharedNetwork(network))
    if (sharedNetwork(network) !== network) this.#claimed.check(network)
  }

  /** Counts an attempt. */
  count(network: string): void {
    this.#shared.count(sharedNetwork(network))
    if (sharedNetwork(network) !== network) this.#claimed.count(network)
  }

  /** Checks, then counts. @throws ApiError 429 */
  take(network: string): void {
    this.check(network)
    this.count(network)
  }

  forget(network: string): void {
    this.#shared.forget(sharedNetwork(network))
    this.#claimed.forget(network)
  }
}
