import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from '#server/env.ts'
import type { AppEnv } from './context.ts'

interface Headers {
  /** Headers of requests. */
  allow: readonly string[]
  /** Headers of answers. */
  expose: readonly string[]
}

/** Headers of the API's conventions, such as `Idempotency-Key` and `Link` with the next page. */
export const apiHeaders: Headers = {
  allow: ['idempotency-key', 'if-none-match'],
  expose: ['content-disposition', 'etag', 'link', 'location', 'retry-after', 'x-request-id'],
}

/**
 * Allows other origins to send bearer tokens, never cookies.
 * auth-js loses error codes unless `x-supabase-api-version` is exposed.
 */
export function crossOrigin(
  env: Env,
  { allow, expose }: Headers = { allow: [], expose: [] },
): MiddlewareHandler<AppEnv> {
  if (env.corsOrigins.length === 0) return (_c, next) => next()
  return cors({
    origin: origin => (env.corsOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'apikey',
      'authorization',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
      ...allow,
    ],
    exposeHeaders: ['x-supabase-api-version', ...expose],
    maxAge: 600,
  })
}
