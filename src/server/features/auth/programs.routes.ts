import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'

/** The programs' door, path-compatible with Supabase Auth: mounted at /auth/v1. */
export function programsRoutes(_deps: Deps) {
  return new Hono<AppEnv>()
}
