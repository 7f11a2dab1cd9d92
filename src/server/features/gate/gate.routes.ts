import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { ApiError } from '#server/http/errors.ts'
import { networkOf } from '#server/http/network.ts'
import { isPageRequest } from '#server/http/page-request.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { jsonBody } from '#server/http/validate.ts'
import { isSecure } from '#server/http/visitor.ts'
import { type Gate, gateCookie } from './gate.ts'

/** `POST /api/validate-password`: unlocks the site until the browser closes. */
export function gateRoutes({ env, monotonicNow }: Deps, gate: Gate | null) {
  const wrongTries = new RateLimit(
    { points: limits.gateTries, windowSeconds: limits.gateWindowSeconds },
    env.rateLimit,
    monotonicNow,
  )
  return new Hono<AppEnv>().post(
    '/validate-password',
    async (c, next) => {
      wrongTries.check(networkOf(c.var.address))
      await next()
    },
    jsonBody(() => import('#contract/gate.ts').then(contract => contract.validatePassword)),
    c => {
      if (gate !== null) {
        // Again: while this body was on its way, others of this address came.
        wrongTries.check(networkOf(c.var.address))
        if (!gate.opens(c.req.valid('json').password)) {
          wrongTries.count(networkOf(c.var.address))
          throw new ApiError('wrong_password', 'Incorrect Password: Please try again.')
        }
        wrongTries.forget(networkOf(c.var.address))
        setCookie(c, gateCookie, gate.cookieValue, {
          httpOnly: true,
          sameSite: 'Lax',
          path: '/',
          secure: isSecure(c.var.origin),
        })
      }
      return c.json({ unlocked: true })
    },
  )
}

/** What works while the site is locked, besides static files: health, metrics, the payment webhook, the gate itself. */
const exceptions = new Set(['/healthz', '/metrics', '/api/stripe/webhook', '/api/validate-password'])

/**
 * Programs of people who have an account may sign in, refresh and sign out, since a valid token passes the gate;
 * making an account or getting mail is for those who know the password (docs/decisions/0005).
 */
const programsMay = new Set(
  ['token', 'user', 'logout', 'settings', 'health', '.well-known/jwks.json'].map(path => `/auth/v1/${path}`),
)

/** Where a program comes with its token: the API, and uploads. */
const programsPaths = /^\/(api|files)(\/|$)/

/**
 * A browser asks before a page of another origin may send its token, and cannot send the token with that. Whether such
 * pages may is settled without saying anything of the site.
 */
const isPreflight = (c: AppContext) =>
  c.req.method === 'OPTIONS' &&
  c.req.header('access-control-request-method') !== undefined &&
  /^\/(api|auth\/v1)\//.test(c.req.path)

/** Before any route: while the site is locked, a page's visitor is shown the gate, a program gets 403. */
export function siteGate(gate: Gate | null, showGate: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (gate === null || exceptions.has(c.req.path) || programsMay.has(c.req.path)) return next()
    if (c.var.via === 'bearer' && c.var.person !== null && programsPaths.test(c.req.path)) return next()
    if (gate.isUnlocked(getCookie(c, gateCookie))) return next()
    if (isPageRequest(c.req.method, c.req.path)) return showGate(c, next)
    if (isPreflight(c)) {
      await next()
      if (c.res.headers.has('Access-Control-Allow-Origin')) return
      c.res = undefined
    }
    throw new ApiError('site_locked', 'The site is locked. Open it in a browser and enter the site password.')
  }
}
