import { Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Fetcher } from '#client/lib/query.tsx'
import { readData } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import type { Route } from '#client/route.ts'
import { findRoute, gateRoute } from '#client/routes.ts'
import type { UserId } from '#contract/ids.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { isFromCode } from '#contract/qr-code.ts'
import { findCrewState } from '#server/boats/crew-members/index.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv, Visitor } from '#server/http/context.ts'
import type { ApiError } from '#server/http/errors.ts'
import type { ShowForm } from '#server/http/forms.ts'
import { acceptsGzip } from '#server/http/gzip.ts'
import { isPageRequest } from '#server/http/page-request.ts'
import { onlyRead } from '#server/http/wrong-method.ts'
import { countUnread } from '#server/notifications/notifications/index.ts'
import { findSiteRole } from '#server/people/site-roles/index.ts'
import type { Assets } from './assets.ts'
import { documentFields, makeDocuments, type OwnFacts } from './documents.ts'
import { bodyOf } from './html.ts'
import { renderPage } from './render.tsx'

/** Calls the API in this process on behalf of the visitor. */
export type Ask = (path: string, visitor: Visitor, signal: AbortSignal) => Response | Promise<Response>

/** Returns the path to which a visitor is redirected from a member's page. */
function visitorsPath(c: AppContext, { fromCode }: Route, params: Record<string, string>): string {
  const { search, searchParams } = new URL(c.req.url)
  const next = c.req.path + search
  if (!isFromCode(searchParams)) return paths.login(next)
  return fromCode?.(params) ?? paths.signUp(next)
}

interface Visit {
  route: Route
  params: Record<string, string>
  status: ContentfulStatusCode
  form?: PostedForm
}

export interface PagesOptions {
  ask: Ask
  findRoute?: typeof findRoute
}

export function makePages(deps: Deps, assets: Assets, { ask, findRoute: find = findRoute }: PagesOptions) {
  const documents = makeDocuments(deps, assets)
  const { hub } = deps.events

  const fetcherFor =
    (visitor: Visitor): Fetcher =>
    async (path, signal, isPage) => {
      const response = await ask(path, visitor, signal)
      return readData(response, isPage)
    }

  async function ownFacts(user: UserId): Promise<OwnFacts> {
    const [crew, role, unread] = await Promise.all([
      findCrewState(deps.db, user),
      findSiteRole(deps.db, user),
      countUnread(deps.db, user),
    ])
    return { crew, isOwner: role === 'owner', unread }
  }

  async function answer(c: AppContext, visit: Visit): Promise<Response> {
    c.set('page', visit.route.path ?? visit.route.id)
    const gzip = acceptsGzip(c.req.header('accept-encoding'))
    const fields = documentFields(visit.route, gzip)
    // Read first, so that no later write is missed.
    const { position } = hub
    const brand = await deps.branding.read()
    const { person } = c.var
    const own = person && (await ownFacts(person.id))
    const boot = documents.bootOf(c, brand, visit.route, position, own, visit.params, visit.form)
    const { html, refusal } = await renderPage({
      route: visit.route,
      boot,
      nonce: c.get('secureHeadersNonce') ?? '',
      entry: assets.entry,
      fetcher: fetcherFor(c.var),
      log: c.var.log,
      signal: c.req.raw.signal,
    })
    return c.body(bodyOf(html, gzip), refusal ?? visit.status, fields)
  }

  const show = (c: AppContext, visit: Visit): Promise<Response> =>
    documents.withHeaders(c, () => answer(c, visit), visit.route)

  const pages = new Hono<AppEnv>()
  pages.get('*', async (c, next) => {
    if (!isPageRequest(c.req.method, c.req.path)) return next()
    const { route, params } = find(c.req.path, c.var.person !== null)
    c.set('page', route.path ?? route.id)
    if (route.access === 'member' && c.var.person === null)
      return c.redirect(visitorsPath(c, route, params), 302)
    const apiPath = c.var.person === null ? route.signsUpWhile?.(params).queryKey[0] : undefined
    if (typeof apiPath === 'string' && (await ask(apiPath, c.var, c.req.raw.signal)).ok)
      return c.redirect(paths.signUp(c.req.path), 302)
    return show(c, { route, params, status: route.status ?? 200 })
  })
  pages.all('*', async (c, next) => {
    if (!isPageRequest('GET', c.req.path)) return next()
    const { route } = find(c.req.path, c.var.person !== null)
    return route.status === 404 ? next() : onlyRead()
  })
  const gate = { route: gateRoute, params: {} }
  /** Answers any path of a locked site with the gate's page. */
  const gatePage: MiddlewareHandler<AppEnv> = c => show(c, { ...gate, status: 200 })

  const showForm: ShowForm = (c, form, refusal) =>
    showRefused(c, find(c.req.path, c.var.person !== null), form, refusal)
  const showGateForm: ShowForm = (c, form, refusal) => showRefused(c, gate, form, refusal)

  async function showRefused(
    c: AppContext,
    { route, params }: Pick<Visit, 'route' | 'params'>,
    form: PostedForm,
    { status, headers }: ApiError,
  ): Promise<Response> {
    const response = await show(c, { route, params, status, form })
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    response.headers.set('Cache-Control', 'no-store')
    return response
  }

  return {
    pages,
    gatePage,
    showForm,
    showGateForm,
    failurePage: documents.failure,
    showText: documents.text,
    errorPages: documents.errorPages,
  }
}
