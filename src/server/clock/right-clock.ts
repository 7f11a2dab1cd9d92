import type { MiddlewareHandler } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { clockTexts } from '#contract/clock-texts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { AppEnv } from '#server/http/context.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Clock } from './make-clock.ts'

const retryAfterSeconds = 60

/** Refuses calls with `needsClock` in endpoints.ts with 503 while the clock is wrong. */
export function rightClock(clock: Clock): MiddlewareHandler<AppEnv> {
  const router = new TrieRouter<true>()
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    if (endpoint.needsClock) router.add(method, path, true)
  }
  return async (c, next) => {
    if (clock.fault() !== null && router.match(c.req.method, c.req.path)[0].length > 0)
      throw new ApiError('unavailable', clockTexts.refusal, {
        headers: { 'Retry-After': String(retryAfterSeconds) },
      })
    await next()
  }
}
