import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { limits } from '#contract/limits.ts'
import { safeNext } from '#contract/safe-next.ts'
import type { Deps } from '#server/deps.ts'
import { uploadTokens } from '#server/features/crew-videos/index.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError } from '#server/http/errors.ts'
import { isFormPost, readForm, refusedForm, type ShowForm } from '#server/http/forms.ts'
import { isPageRequest } from '#server/http/page-request.ts'
import { NetworkRateLimit } from '#server/http/rate-limit.ts'
import { crossOrigin, isSameOrigin } from '#server/http/same-origin.ts'
import { parse } from '#server/http/validate.ts'
import { isSecure } from '#server/http/visitor.ts'
import { type Gate, gateCookie } from './gate.ts'

export interface GateEntry {
  /** @throws ApiError 429 */
  check(c: AppContext): void
  /** Sets the gate cookie. @throws ApiError 401, 429 */
  enter(c: AppContext, password: string): void
}

export function makeGateEntry({ env, monotonicNow }: Deps, gate: Gate | null): GateEntry {
  const wrongTries = new NetworkRateLimit(
    { points: limits.gateTries, windowSeconds: limits.gateWindowSeconds },
    env.rateLimit,
    monotonicNow,
  )
  return {
    check: c => wrongTries.check(c.var.network),
    enter: (c, password) => {
      if (gate === null) return
      const network = c.var.network
      // Rechecks after reading the body.
      wrongTries.check(network)
      if (!gate.opens(password)) {
        wrongTries.count(network)
        throw new ApiError('wrong_password', 'Incorrect Password: Please try again.')
      }
      wrongTries.forget(network)
      setCookie(c, gateCookie, gate.cookieValue, {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        secure: isSecure(c.var.origin),
      })
    },
  }
}

export function gateRoutes(entry: GateEntry) {
  return new EndpointApp().endpoint(
    'POST /api/validate-password',
    {
      limit: async (c, next) => {
        entry.check(c)
        await next()
      },
    },
    c => {
      entry.enter(c, c.req.valid('json').password)
      return c.json({ unlocked: true })
    },
  )
}

/** Without JavaScript; posts to the requested page. */
async function enterByForm(
  c: AppContext,
  entry: GateEntry,
  publicUrl: string | null,
  show: ShowForm,
): Promise<Response> {
  if (!isSameOrigin(c, publicUrl)) throw crossOrigin()
  const sent = await readForm(c)
  try {
    entry.check(c)
    const { validatePassword } = await import('#contract/gate.ts')
    entry.enter(c, (await parse(validatePassword, sent)).password)
    return c.redirect(safeNext(c.req.path + new URL(c.req.url).search), 303)
  } catch (error) {
    if (error instanceof ApiError) return show(c, refusedForm(sent, [], error), error)
    throw error
  }
}

/** Besides static files. */
const exceptions = new Set(['/healthz', '/metrics', '/api/stripe/webhook', '/api/validate-password'])

/** Sign-up and mail need the password. */
const gotrueExceptions = new Set(
  ['token', 'user', 'logout', 'settings', 'health', '.well-known/jwks.json'].map(path => `/auth/v1/${path}`),
)

const bearerPaths = /^\/(api|files)(\/|$)/

/** Preflights carry no credentials. */
const isPreflight = (c: AppContext) =>
  c.req.method === 'OPTIONS' &&
  c.req.header('access-control-request-method') !== undefined &&
  /^\/(api|auth\/v1)\//.test(c.req.path)

function hasUploadToken(c: AppContext, tokens: ReturnType<typeof uploadTokens>): boolean {
  const id = /^\/files\/([^/]+)$/.exec(c.req.path)?.[1]
  const token = c.req.query('token')
  return id !== undefined && token !== undefined && tokens.opens(token, id)
}

/** Answers pages with the gate, other requests with 403. */
export function siteGate(
  { env, keys }: Deps,
  gate: Gate | null,
  entry: GateEntry,
  showGate: MiddlewareHandler<AppEnv>,
  showForm: ShowForm,
): MiddlewareHandler<AppEnv> {
  const tokens = uploadTokens(keys)
  return async (c, next) => {
    if (gate === null || exceptions.has(c.req.path) || gotrueExceptions.has(c.req.path)) return next()
    if (c.get('via') === 'bearer' && c.get('person') !== null && bearerPaths.test(c.req.path)) return next()
    if (hasUploadToken(c, tokens)) return next()
    if (gate.isUnlocked(getCookie(c, gateCookie))) return next()
    if (isPageRequest(c.req.method, c.req.path)) return showGate(c, next)
    if (isFormPost(c) && isPageRequest('GET', c.req.path))
      return enterByForm(c, entry, env.publicUrl, showForm)
    if (isPreflight(c)) {
      await next()
      if (c.res.headers.has('Access-Control-Allow-Origin')) return
      c.res = undefined
    }
    throw new ApiError('site_locked', 'The site is locked. Open it in a browser and enter the site password.')
  }
}
