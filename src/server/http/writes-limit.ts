import type { MiddlewareHandler } from 'hono'
import { limits } from '#contract/limits.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import type { AppEnv } from './context.ts'
import { RateLimit } from './rate-limit.ts'

/** Per person and minute. @throws ApiError 429 */
export function makeWritesLimit({
  env,
  monotonicNow,
}: Pick<CoreDeps, 'env' | 'monotonicNow'>): MiddlewareHandler<AppEnv> {
  const throttle = new RateLimit(
    { points: limits.writesPerMinute, windowSeconds: 60 },
    env.rateLimit,
    monotonicNow,
  )
  return async (c, next) => {
    throttle.take(c.get('person')?.id ?? c.get('address'))
    await next()
  }
}
