import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AnswerBoot } from '#client/lib/boot.tsx'
import type { findRoute, Route } from '#client/routes.ts'
import type { Deps } from '#server/deps.ts'
import { publicEnv } from '#server/env.ts'
import { eventsOf } from '#server/features/events/events.queries.ts'
import { acceptsGzip } from '#server/http/accepts-gzip.ts'
import type { AppContext, AppEnv, Visitor } from '#server/http/context.ts'
import { isPageRequest } from '#server/http/page-request.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import type { Assets } from './assets.ts'
import { type BuiltPage, builtDocument } from './built-document.ts'
import { canGzip, gzipStream } from './compress.ts'
import { errorDocument } from './error-document.ts'
import { documentHeaders } from './security.ts'

/** Asks the API from inside the process, as the very visitor whose page is rendered. */
export type Ask = (path: string, visitor: Visitor, signal: AbortSignal) => Response | Promise<Response>

interface Visit {
  route: Route
  params: Record<string, string>
  status: 200 | 404
}

/** Loads what makes documents and pictures; the first page does. */
export const loadKit = () => import('./page-kit.ts')

/** What the built documents say of their routes. */
const builtRoutes = {
  gate: { id: 'gate', script: 'react', listed: false },
  landing: { id: 'landing', script: 'none', listed: true },
} as const satisfies Record<BuiltPage, Pick<Route, 'id' | 'script' | 'listed'>>

const documentFields = ({ listed }: Pick<Route, 'listed'>, gzip: boolean): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  // Private, and asked for anew each time; yet the browser may keep what it fetched on intent.
  'Cache-Control': 'private, no-cache',
  Vary: 'Cookie, Accept-Encoding',
  ...(gzip && { 'Content-Encoding': 'gzip' }),
  ...(!listed && { 'X-Robots-Tag': 'noindex' }),
})

export interface PagesOptions {
  ask: Ask
  /** Whether there is nothing yet that the landing page could show: then the one of the build is right. */
  isEmpty(): Promise<boolean>
  /** Which route answers a path; a measurement brings its own page. */
  findRoute?: typeof findRoute
}

const nobody = { person: null, sessionEndsAt: null } as const

/** Turns visits into documents. */
export function makePages(deps: Deps, assets: Assets, { ask, isEmpty, findRoute: find }: PagesOptions) {
  const { payments, stripePublishableKey } = publicEnv(deps.env)
  const { hub } = eventsOf(deps)

  function bootOf(
    c: AppContext,
    route: Pick<Route, 'id' | 'script' | 'fonts' | 'pays' | 'viewer'>,
    params: Visit['params'] = {},
  ): AnswerBoot {
    const { person, sessionEndsAt } = route.viewer === 'none' ? nobody : c.var
    const url = new URL(c.req.url)
    const theme = getCookie(c, 'theme')
    return {
      route: route.id,
      params,
      search: url.search,
      viewer: person && {
        id: person.id,
        email: person.email,
        firstName: person.firstName,
        lastName: person.lastName,
        profileImageUrl: person.profileImageUrl,
      },
      sessionEndsAt: sessionEndsAt === null ? null : new Date(sessionEndsAt).toISOString(),
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      now: deps.now(),
      payments,
      stripePublishableKey: route.pays ? stripePublishableKey : null,
      requestId: c.var.requestId,
      // Before anything is read: what is written meanwhile is told again, and never missed.
      eventId: hub.position,
      canonical: `${deps.env.publicUrl ?? c.var.origin}${url.pathname}`,
      files: {
        stylesheets: assets.stylesheets,
        fonts: route.fonts === 'late' ? [] : assets.fonts,
        modulepreload: route.script === 'react' ? assets.scriptsOf(route.id) : [],
        enhance: assets.enhance,
      },
    }
  }

  async function answer(c: AppContext, visit: Visit): Promise<Response> {
    const { renderPage, readAnswer, readPage } = await loadKit()
    const { stream, refusal } = await renderPage({
      route: visit.route,
      boot: bootOf(c, visit.route, visit.params),
      nonce: c.get('secureHeadersNonce') ?? '',
      entry: assets.entry,
      fetcher: async (path, signal, isPage) => {
        const response = await ask(path, c.var, signal)
        return isPage ? readPage(response) : readAnswer(response)
      },
      log: c.var.log,
      signal: c.req.raw.signal,
    })
    const gzip = canGzip(c.req.header('accept-encoding'))
    return c.body(
      gzip ? gzipStream(stream) : stream,
      refusal ?? visit.status,
      documentFields(visit.route, gzip),
    )
  }

  function answerBuilt(c: AppContext, page: BuiltPage, template: string): Response {
    const route = builtRoutes[page]
    const html = builtDocument(template, bootOf(c, route), c.get('secureHeadersNonce') ?? '')
    const gzip = acceptsGzip(c.req.header('accept-encoding'))
    return c.body(gzip ? Bun.gzipSync(html) : html, 200, documentFields(route, gzip))
  }

  const headers = documentHeaders({ development: assets.development })
  const payingHeaders = documentHeaders({ development: assets.development, pays: payments === 'live' })

  /** Answers with the headers of a document. */
  const withHeaders = async (
    c: AppContext,
    respond: () => Promise<Response>,
    route?: Route,
  ): Promise<Response> => {
    await (route?.pays ? payingHeaders : headers)(c, async () => {
      c.res = await respond()
    })
    return c.res
  }

  const pages = new Hono<AppEnv>()
  pages.get('*', async (c, next) => {
    if (!isPageRequest(c.req.method, c.req.path)) return next()
    if (c.req.path === '/' && c.var.person === null && !find && (await isEmpty())) {
      const template = assets.document('landing')
      if (template !== null) return withHeaders(c, async () => answerBuilt(c, 'landing', template))
    }
    const { findRoute, paths } = await loadKit()
    const { route, params } = (find ?? findRoute)(c.req.path, c.var.person !== null)
    if (route.access === 'member' && c.var.person === null)
      return c.redirect(paths.login(c.req.path + new URL(c.req.url).search), 302)
    return withHeaders(c, () => answer(c, { route, params, status: route.status ?? 200 }), route)
  })
  pages.all('*', async (c, next) => {
    if (!isPageRequest('GET', c.req.path)) return next()
    const { findRoute } = await loadKit()
    const { route } = (find ?? findRoute)(c.req.path, c.var.person !== null)
    return route.status === 404 ? next() : onlyRead()
  })
  /** The one page of a locked site, whatever the address. */
  const gatePage: MiddlewareHandler<AppEnv> = c =>
    withHeaders(c, async () => {
      const template = assets.document('gate')
      if (template !== null) return answerBuilt(c, 'gate', template)
      const { gateRoute } = await loadKit()
      return answer(c, { route: gateRoute, params: {}, status: 200 })
    })

  /** The page for a page that failed: the request id and what to do, never a stack. */
  const failurePage = (c: AppContext, error: unknown) => {
    c.var.log.error('page failed', { path: c.req.path }, error)
    return withHeaders(c, async () =>
      c.html(errorDocument(c.var.requestId, assets.stylesheets), 500, { 'Cache-Control': 'no-store' }),
    )
  }

  return { pages, gatePage, failurePage }
}
