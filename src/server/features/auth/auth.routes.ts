import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'

/** The pages' door: mounted at /api/auth. */
export function authRoutes(_deps: Deps) {
  return new Hono<AppEnv>()
}
