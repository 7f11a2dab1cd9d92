import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/http/context.ts'
import type { NetworkRateLimit } from '#server/http/rate-limit.ts'

/** @throws ApiError 429 */
export function limitBy(throttle: NetworkRateLimit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await throttle.take(c.var.network)
    await next()
  }
}
