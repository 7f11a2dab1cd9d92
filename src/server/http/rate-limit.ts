import type { MiddlewareHandler } from 'hono'
import { limits } from '#contract/limits.ts'
import type { AttemptCounter, AttemptRule } from '#server/db/attempts.ts'
import type { RootDb, Trx } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import type { AppEnv } from './context.ts'
import { tooManyAttempts } from './errors.ts'
import { sharedNetwork } from './network.ts'

/** Needs of a limit, which counts attempts unless RATE_LIMIT is off. */
interface Counting {
  db: Pick<RootDb, 'attempts'>
  env: Pick<Env, 'rateLimit'>
  /** Monotonic milliseconds. */
  monotonicNow: () => number
}

/** Limits attempts by key in a window. Attempts count from their start, so that parallel ones gain nothing. */
export class RateLimit {
  readonly #counter: AttemptCounter | null

  constructor(rule: AttemptRule, { db, env, monotonicNow }: Counting) {
    this.#counter = env.rateLimit ? db.attempts.counter(rule, monotonicNow) : null
  }

  /** Checks the limit without counting an attempt. @throws ApiError 429 */
  async check(key: string): Promise<void> {
    refuse(await this.#counter?.wait(key))
  }

  /** Checks and counts at once. @throws ApiError 429 */
  async take(key: string): Promise<void> {
    refuse(await this.#counter?.take(key))
  }

  /** {@link take} in a transaction. @returns seconds to wait; 0: it counted */
  async takeIn(trx: Trx, key: string): Promise<number> {
    return ((await this.#counter?.take(key, trx)) ?? 0) / 1000
  }

  async forget(key: string): Promise<void> {
    await this.#counter?.forget(key)
  }
}

/** @param wait milliseconds @throws ApiError 429 */
function refuse(wait = 0): void {
  if (wait > 0) throw tooManyAttempts(wait / 1000)
}

/**
 * Limits by network. Clients of an untrusted proxy share one limit, since addresses may be forged; each may use half.
 */
export class NetworkRateLimit {
  readonly #shared: RateLimit
  readonly #claimed: RateLimit

  constructor(rule: Omit<AttemptRule, 'pauses'>, counting: Counting) {
    this.#shared = new RateLimit(rule, counting)
    const half = { ...rule, name: `${rule.name} of claimed`, points: Math.ceil(rule.points / 2) }
    this.#claimed = new RateLimit(half, counting)
  }

  /** Checks the limit without counting an attempt. @throws ApiError 429 */
  async check(network: string): Promise<void> {
    await this.#shared.check(sharedNetwork(network))
    if (sharedNetwork(network) !== network) await this.#claimed.check(network)
  }

  /** Checks and counts at once. @throws ApiError 429 */
  async take(network: string): Promise<void> {
    if (sharedNetwork(network) !== network) {
      // A client that is refused takes no points from others, nor of its own.
      await this.#shared.check(sharedNetwork(network))
      await this.#claimed.take(network)
    }
    await this.#shared.take(sharedNetwork(network))
  }

  async forget(network: string): Promise<void> {
    await this.#shared.forget(sharedNetwork(network))
    if (sharedNetwork(network) !== network) await this.#claimed.forget(network)
  }
}

/** @throws ApiError 429 */
export function limitBy(limit: NetworkRateLimit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await limit.take(c.var.network)
    await next()
  }
}

/** Limits the writes of a person in a minute. @throws ApiError 429 */
export function makeWritesLimit(deps: Counting): MiddlewareHandler<AppEnv> {
  const throttle = new RateLimit({ name: 'writes', points: limits.writesPerMinute, windowSeconds: 60 }, deps)
  return async (c, next) => {
    await throttle.take(c.get('person')?.id ?? c.get('address'))
    await next()
  }
}
