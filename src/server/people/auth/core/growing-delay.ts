import type { AttemptCounter } from '#server/db/attempts.ts'
import { type Counting, refuse } from '#server/http/rate-limit.ts'

interface DelayRule {
  /** Name that is the same in all processes and differs from that of other limits. */
  name: string
  free: number
  firstSeconds: number
  maxSeconds: number
  /** Seconds since the last attempt after which attempts are forgotten. */
  forgetSeconds: number
}

/**
 * Exponential delay per key, at most `maxSeconds`. Attempts count from their start, so parallel ones gain nothing;
 * `forget` clears a key.
 */
export class GrowingDelay {
  readonly #counter: AttemptCounter | null

  constructor(
    { name, free, firstSeconds, maxSeconds, forgetSeconds }: DelayRule,
    { db, env, monotonicNow }: Counting,
  ) {
    const pauses = { firstPause: firstSeconds * 1000, longestPause: maxSeconds * 1000 }
    const rule = { name, free, ...pauses, window: forgetSeconds * 1000, since: 'last' as const }
    this.#counter = env.rateLimit ? db.attempts.counter(rule, monotonicNow) : null
  }

  /** @throws ApiError 429 */
  async take(key: string): Promise<void> {
    refuse(await this.#counter?.take(key))
  }

  async forget(key: string): Promise<void> {
    await this.#counter?.forget(key)
  }
}
