import type { MiddlewareHandler } from 'hono'
import { limits } from '#contract/limits.ts'
import type { AppEnv } from './context.ts'
import { type Counting, RateLimit } from './rate-limit.ts'

/** Limits the writes of a person in a minute. @throws ApiError 429 */
export function makeWritesLimit(deps: Counting): MiddlewareHandler<AppEnv> {
  const throttle = new RateLimit({ name: 'writes', points: limits.writesPerMinute, windowSeconds: 60 }, deps)
  return async (c, next) => {
    await throttle.take(c.get('person')?.id ?? c.get('address'))
    await next()
  }
}
