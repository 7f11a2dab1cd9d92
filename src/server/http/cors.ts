import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from '#server/env.ts'
import type { AppEnv } from './context.ts'

/**
 * Allows other origins to send bearer tokens, never cookies.
 * auth-js loses error codes unless `x-supabase-api-version` is exposed.
 */
export function crossOrigin(env: Env): MiddlewareHandler<AppEnv> {
  if (env.corsOrigins.length === 0) return (_c, next) => next()
  return cors({
    origin: origin => (env.corsOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
    exposeHeaders: ['x-supabase-api-version'],
    maxAge: 600,
  })
}
