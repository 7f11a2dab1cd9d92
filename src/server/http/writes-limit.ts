import type { MiddlewareHandler } from 'hono'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from './context.ts'
import { RateLimit } from './rate-limit.ts'

const made = new WeakMap<Deps, MiddlewareHandler<AppEnv>>()

/** So many writes of one person within a minute, whatever they are. @throws ApiError 429 */
export function writesLimited(deps: Deps): MiddlewareHandler<AppEnv> {
  const known = made.get(deps)
  if (known) return known
  const throttle = new RateLimit(
    { points: limits.writesPerMinute, windowSeconds: 60 },
    deps.env.rateLimit,
    deps.monotonicNow,
  )
  const limit: MiddlewareHandler<AppEnv> = async (c, next) => {
    throttle.take(c.var.person?.id ?? c.var.address)
    await next()
  }
  made.set(deps, limit)
  return limit
}
