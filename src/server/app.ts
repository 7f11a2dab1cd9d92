import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { programsRoutes } from './features/auth/programs.routes.ts'
import { readSession } from './features/auth/read-session.ts'
import type { AppEnv } from './http/context.ts'
import { errorResponse, notFound } from './http/errors.ts'
import { sameOriginForCookies } from './http/same-origin.ts'
import { visitor } from './http/visitor.ts'

/** The whole program as one Hono app: middleware first, then what each feature mounts. */
export function makeApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => errorResponse(c, error))
  app.notFound(c => errorResponse(c, notFound('There is nothing here.')))
  app.use(visitor(deps.env, deps.log))
  app.use(readSession(deps))
  app.use(sameOriginForCookies(deps.env.publicUrl))
  app.route('/auth/v1', programsRoutes(deps))
  app.route('/api/auth', authRoutes(deps))
  return app
}
