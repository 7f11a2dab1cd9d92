import type { MiddlewareHandler } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { cookieHash } from './browser/session-cookie.ts'
import { AuthError } from './core/auth.errors.ts'
import { presentPerson } from './core/auth.present.ts'
import { isDueForTouch, isExpired, sessionEnd } from './core/auth.rules.ts'
import { authenticate, bearerToken } from './core/bearer.ts'
import type { Auth } from './core/services.ts'
import { findSessionByCookie, type OpenSession } from './core/sessions.queries.ts'
import { touchSoon } from './core/touch-session.ts'

/** Paths that authenticate callers themselves. */
const skips = (path: string) => path.startsWith('/auth/v1/') || path === '/api/stripe/webhook'

/** Sets `person` and `via`. An invalid bearer token never falls back to the cookie. */
export function readSession(deps: Pick<Deps, 'auth' | 'env' | 'now'>): MiddlewareHandler<AppEnv> {
  const { auth } = deps
  return async (c, next) => {
    if (skips(c.req.path)) return next()
    const authorization = c.req.header('authorization')
    const via = authorization !== undefined && /^bearer\b/i.test(authorization) ? 'bearer' : 'cookie'
    const open = via === 'bearer' ? await byBearer(auth, bearerToken(authorization)) : await byCookie(auth, c)
    if (open) {
      c.set('person', presentPerson(open.user, open.session))
      c.set('via', via)
      if (via === 'cookie') c.set('sessionEndsAt', sessionEnd(open.session))
      const now = deps.now()
      if (isDueForTouch(open.session, deps.env.sessionIdleTtl, now))
        await touchSoon(auth, open.session.id, now)
    }
    await next()
  }
}

async function byBearer(auth: Auth, token: string | null): Promise<OpenSession | null> {
  try {
    return await authenticate(auth, token)
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

async function byCookie(auth: Auth, c: AppContext): Promise<OpenSession | null> {
  const hash = cookieHash(c)
  if (hash === null) return null
  const open = await findSessionByCookie(auth.deps.db, hash)
  if (!open || isExpired(open.session, auth.deps.now())) return null
  return open.user.banned_at === null ? open : null
}
