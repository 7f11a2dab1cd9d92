import { tooManyAttempts } from './errors.ts'
import { sharedNetwork } from './network.ts'

interface Bucket {
  count: number
  /** Monotonic milliseconds. */
  resetsAt: number
}

interface LimitRule {
  /** Per window. */
  points: number
  windowSeconds: number
}

/** Drops the oldest keys. */
const capacity = 50_000

/** Fixed window per key, in memory. rate-limiter-flexible costs a start 7 ms (docs/decisions/0004). */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>()

  constructor(
    private readonly rule: LimitRule,
    private readonly enabled: boolean,
    /** Monotonic milliseconds. */
    private readonly now: () => number,
  ) {}

  /** Doesn't count. @throws ApiError 429 */
  check(key: string): void {
    const wait = this.secondsToWait(key)
    if (wait > 0) throw tooManyAttempts(wait)
  }

  secondsToWait(key: string): number {
    if (!this.enabled) return 0
    const bucket = this.#live(key)
    if (!bucket || bucket.count < this.rule.points) return 0
    return Math.min(this.rule.windowSeconds, (bucket.resetsAt - this.now()) / 1000)
  }

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
 * Limits by network. Clients of an untrusted proxy share one limit, since addresses may be forged; each may use half.
 */
export class NetworkRateLimit {
  readonly #shared: RateLimit
  readonly #claimed: RateLimit

  constructor(rule: LimitRule, enabled: boolean, now: () => number) {
    this.#shared = new RateLimit(rule, enabled, now)
    this.#claimed = new RateLimit({ ...rule, points: Math.ceil(rule.points / 2) }, enabled, now)
  }

  /** Doesn't count. @throws ApiError 429 */
  check(network: string): void {
    this.#shared.check(sharedNetwork(network))
    if (sharedNetwork(network) !== network) this.#claimed.check(network)
  }

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
