import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/http/context.ts'
import { networkOf } from '#server/http/network.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'

/** So many calls from one address. @throws ApiError 429 */
export function limited(throttle: RateLimit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    throttle.take(networkOf(c.var.address))
    await next()
  }
}
