import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { limits } from '#contract/limits.ts'
import { safeNext } from '#contract/people/safe-next.ts'
import { passParam } from '#contract/qr-code.ts'
import { day } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv, Visitor } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError, forbidden } from '#server/http/errors.ts'
import { isFormPost, readForm, refusedForm, type ShowForm } from '#server/http/forms.ts'
import { isPageRequest } from '#server/http/page-request.ts'
import { NetworkRateLimit } from '#server/http/rate-limit.ts'
import { crossOrigin, isSameOrigin } from '#server/http/same-origin.ts'
import { parse } from '#server/http/validate.ts'
import { cookieOptions } from '#server/http/visitor.ts'
import { type Gate, gateCookie } from './gate.ts'

export interface GateEntry {
  /** @throws ApiError 429 */
  check(c: AppContext): Promise<void>
  /** Sets the gate cookie. @throws ApiError 401, 429 */
  enter(c: AppContext, password: string): Promise<void>
  /** Sets a cookie that holds as long as the pass. @param value checked before */
  enterWithPass(c: AppContext, value: string): void
  /**
   * Returns the pass for a tournament, or null if the site isn't locked. Needs the site password: a pass must
   * not lead to another.
   * @throws ApiError 403
   */
  passOf(visitor: Pick<Visitor, 'knowsSitePassword'>, tournament: string): string | null
  /**
   * Returns how a reader without a cookie may see a tournament:
   * the site is open, or its pass is valid; else null.
   */
  accessOf(tournament: string, pass: string | undefined): Promise<'open' | 'pass' | null>
}

/** Milliseconds since 1970. */
export const passEnd = ({
  ends_at: end,
  cancelled_at: cancelledAt,
}: {
  ends_at: number
  cancelled_at: number | null
}): number => cancelledAt ?? end + limits.passDays * day

export function makeGateEntry(
  deps: Pick<Deps, 'catalog' | 'db' | 'env' | 'monotonicNow' | 'now'>,
  gate: Gate | null,
): GateEntry {
  const { catalog, now } = deps
  const wrongTries = new NetworkRateLimit(
    { name: 'site password', points: limits.gateTries, windowSeconds: limits.gateWindowSeconds },
    deps,
  )
  const setGateCookie = (c: AppContext, value: string) =>
    setCookie(c, gateCookie, value, cookieOptions(c.var.origin))
  return {
    check: c => wrongTries.check(c.var.network),
    passOf: ({ knowsSitePassword }, tournament) => {
      if (gate === null) return null
      if (!knowsSitePassword)
        throw forbidden('Enter the site password in this browser to print codes with a pass.')
      return gate.passOf(tournament)
    },
    enterWithPass: setGateCookie,
    accessOf: async (tournament, pass) => {
      if (gate === null) return 'open'
      if (pass === undefined || !gate.opensWithPass(tournament, pass)) return null
      const cached = await catalog.find(tournament)
      return cached && now() < passEnd(cached.row) ? 'pass' : null
    },
    enter: async (c, password) => {
      if (gate === null) return
      const network = c.var.network
      // Counted before the comparison, so that parallel guesses gain nothing.
      await wrongTries.take(network)
      if (!gate.opens(password)) {
        c.set('refusedPassword', 'site')
        throw new ApiError('wrong_password', 'Incorrect Password: Please try again.')
      }
      await wrongTries.forget(network)
      setGateCookie(c, gate.cookieValue)
    },
  }
}

/** The cookie for a pass in the address of a tournament's page, or of a boat's, whose pass names its tournament. */
function passIn(c: AppContext): string | null {
  const [, kind, id] = /^\/(boat|tournament)\/([^/]+)$/.exec(c.req.path) ?? []
  const pass = c.req.query(passParam)
  if (kind === undefined || pass === undefined) return null
  return kind === 'boat' ? pass : `${id}.${pass}`
}

/** Redirects to the same address without the pass, so that neither history nor other sites get it. */
function withoutPass(c: AppContext): Response {
  const { searchParams } = new URL(c.req.url)
  searchParams.delete(passParam)
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  const search = searchParams.size === 0 ? '' : `?${searchParams}`
  return c.redirect(safeNext(c.req.path + search), 302)
}

export function gateRoutes(entry: GateEntry) {
  return new EndpointApp().endpoint(
    'POST /api/validate-password',
    {
      limit: async (c, next) => {
        await entry.check(c)
        await next()
      },
    },
    async c => {
      await entry.enter(c, c.req.valid('json').password)
      return c.json({ unlocked: true })
    },
  )
}

const addressOf = (c: AppContext) => safeNext(c.req.path + new URL(c.req.url).search)

/** Enters without JavaScript: the form posts to the requested page. */
async function enterByForm(
  c: AppContext,
  entry: GateEntry,
  publicUrl: string | null,
  show: ShowForm,
): Promise<Response> {
  if (!isSameOrigin(c, publicUrl)) throw crossOrigin()
  const form = await readForm(c)
  try {
    await entry.check(c)
    const { validatePassword } = await import('#contract/people/gate.ts')
    await entry.enter(c, (await parse(validatePassword, form)).password)
    return c.redirect(addressOf(c), 303)
  } catch (error) {
    if (error instanceof ApiError) return show(c, refusedForm(form, [], error), error)
    throw error
  }
}

/** The gate's form, maybe from a tab that was opened before the site password was entered in another. */
async function isGateForm(c: AppContext): Promise<boolean> {
  if (!isFormPost(c) || !isPageRequest('GET', c.req.path)) return false
  return Object.keys(await readForm(c)).join() === 'password'
}

/** Besides static files. */
const exceptions = new Set(['/healthz', '/metrics', '/api/stripe/webhook', '/api/validate-password'])

/** Paths that work without the site password. Sign-up and mail need it. */
const gotrueExceptions = new Set(
  ['token', 'user', 'logout', 'settings', 'health', '.well-known/jwks.json'].map(path => `/auth/v1/${path}`),
)

/** Mail programs open these links without the password; the address is signed. */
const isUnsubscription = (path: string) => path.startsWith('/unsubscribe/')

const bearerPaths = /^\/(api|files)(\/|$)/

/** Preflights carry no credentials. */
const isPreflight = (c: AppContext) =>
  c.req.method === 'OPTIONS' &&
  c.req.header('access-control-request-method') !== undefined &&
  /^\/(api|auth\/v1)\//.test(c.req.path)

function hasUploadToken(c: AppContext, { tokens }: Deps['videos']): boolean {
  const id = /^\/files\/([^/]+)$/.exec(c.req.path)?.[1]
  const token = c.req.query('token')
  return id !== undefined && token !== undefined && tokens.opens(token, id)
}

/** Answers pages with the gate, other requests with 403. */
export function siteGate(
  { env, videos }: Pick<Deps, 'env' | 'videos'>,
  gate: Gate | null,
  entry: GateEntry,
  showGate: MiddlewareHandler<AppEnv>,
  showForm: ShowForm,
): MiddlewareHandler<AppEnv> {
  async function hasPass(cookie: string | undefined): Promise<boolean> {
    const [tournament = '', pass] = cookie?.split('.') ?? []
    return pass !== undefined && (await entry.accessOf(tournament, pass)) === 'pass'
  }

  return async (c, next) => {
    c.set('knowsSitePassword', gate?.isUnlocked(getCookie(c, gateCookie)) === true)
    const pass = isPageRequest(c.req.method, c.req.path) ? passIn(c) : null
    if (pass !== null) {
      // Not throttled: it can't be guessed, and old prints would lock out a network.
      if (gate !== null && !c.var.knowsSitePassword && (await hasPass(pass))) entry.enterWithPass(c, pass)
      return withoutPass(c)
    }
    if (gate === null || exceptions.has(c.req.path) || isUnsubscription(c.req.path)) return next()
    if (gotrueExceptions.has(c.req.path)) return next()
    if (c.get('via') === 'bearer' && c.get('person') !== null && bearerPaths.test(c.req.path)) return next()
    if (hasUploadToken(c, videos)) return next()
    const isOpen = c.var.knowsSitePassword || (await hasPass(getCookie(c, gateCookie)))
    if (isOpen && !(await isGateForm(c))) return next()
    if (c.var.knowsSitePassword) return c.redirect(addressOf(c), 303)
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
