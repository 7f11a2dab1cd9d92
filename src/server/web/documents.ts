import type { Next } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AnswerBoot } from '#client/lib/boot.tsx'
import { unreadText } from '#client/notifications/unread-text.ts'
import { paths } from '#client/paths.ts'
import type { Route } from '#client/route.ts'
import { clockTexts } from '#contract/clock-texts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { isoOrNull } from '#contract/iso.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { type Brand, logoPath, noBrand } from '#server/branding/index.ts'
import type { Deps } from '#server/deps.ts'
import { publicEnv } from '#server/env.ts'
import type { AppContext } from '#server/http/context.ts'
import { asApiError, logFailure } from '#server/http/errors.ts'
import { isFormPost, type TextPage, wantsDocument } from '#server/http/forms.ts'
import type { Assets } from './assets.ts'
import { brandStylesheets } from './brand-stylesheet.ts'
import { type ErrorText, errorDocument, failureText, type PlainPage, textDocument } from './error-document.ts'
import { documentHeaders } from './security.ts'

type RouteFacts = Pick<Route, 'id' | 'script' | 'indexable' | 'fonts' | 'pays' | 'viewer'>

export const documentFields = (
  { indexable }: Pick<Route, 'indexable'>,
  gzip: boolean,
): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  // Revalidated, but prefetches stay usable.
  'Cache-Control': 'private, no-cache',
  Vary: 'Cookie, Accept-Encoding',
  ...(gzip && { 'Content-Encoding': 'gzip' }),
  ...(!indexable && { 'X-Robots-Tag': 'noindex' }),
})

const isJson = (response: Response) => response.headers.get('content-type')?.startsWith('application/json')

function errorTextOf(status: number, message: string, requestId: string): ErrorText {
  if (status === 404) return { title: 'Page not found', text: message, requestId: null }
  // The API's text addresses developers.
  if (status === 415 || status === 406)
    return {
      title: 'This form needs JavaScript',
      text: 'Turn JavaScript on in your browser, go back, and send the form again.',
      requestId: null,
    }
  if (status >= 500) return { ...failureText(requestId), text: message }
  return { title: 'That did not work', text: message, requestId: null }
}

export interface OwnFacts {
  /** Whether the visitor is approved crew of a boat or asks to be, or null. */
  crew: 'approved' | 'asks' | null
  /** Owns the site. */
  isOwner: boolean
  /** Number of unread notifications. */
  unread: number
}

function linksOf({ crew, isOwner }: OwnFacts): Pick<AnswerBoot, 'isCrew' | 'ownLinks'> {
  const ownLinks = [
    ...(crew !== null ? [{ label: 'Crew App', href: paths.crew() }] : []),
    ...(isOwner ? [{ label: 'Admin', href: paths.admin() }] : []),
  ]
  return { ...(crew === 'approved' && { isCrew: true as const }), ...(ownLinks.length > 0 && { ownLinks }) }
}

const noticeFor = ({ isOwner }: OwnFacts): string =>
  isOwner ? `${clockTexts.notice} ${clockTexts.ownerAdvice}` : clockTexts.notice

const noViewer = { person: null, sessionEndsAt: null } as const

/** Branding that pages show. */
const brandFacts = ({ name, supportEmail, logo }: Brand) => ({
  supportEmail,
  ...(name !== null && { siteName: name }),
  ...(logo && { logo: { url: logoPath(logo), width: logo.width, height: logo.height } }),
})

export function makeDocuments(
  {
    clock,
    env,
    now,
    payments: provider,
    branding,
  }: Pick<Deps, 'clock' | 'env' | 'now' | 'payments' | 'branding'>,
  assets: Assets,
) {
  const facts = publicEnv(env)
  const { browser } = provider
  const headers = documentHeaders({ development: assets.development })
  const payingHeaders = documentHeaders({ development: assets.development, paymentSources: browser?.sources })

  /** @param eventId see {@link AnswerBoot} @param own of a signed-in person */
  function bootOf(
    c: AppContext,
    brand: Brand,
    route: RouteFacts,
    eventId: string,
    own: OwnFacts | null,
    params: Record<string, string> = {},
    form?: PostedForm,
  ): AnswerBoot {
    const { person, sessionEndsAt } = route.viewer === 'none' ? noViewer : c.var
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
      ...(person && own && linksOf(own)),
      ...(person && own && clock.fault() !== null && { notice: noticeFor(own) }),
      ...(person && own && { unread: unreadText(own.unread) }),
      sessionEndsAt: isoOrNull(sessionEndsAt),
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      now: now(),
      ...facts,
      ...brandFacts(brand),
      paymentForm: route.pays && browser ? { form: browser.form, publicKey: browser.publicKey } : null,
      ...(form && { posted: form }),
      requestId: c.var.requestId,
      eventId,
      canonical: `${c.var.origin}${url.pathname}`,
      files: {
        stylesheets: [...assets.stylesheets, ...brandStylesheets(brand)],
        fonts: route.fonts === 'late' ? [] : assets.fonts,
        modulepreload: route.script === 'none' ? [] : assets.scriptsOf(route.id),
        enhance: route.script === 'late' ? assets.late : assets.enhance,
      },
    }
  }

  async function withHeaders(
    c: AppContext,
    respond: () => Promise<Response>,
    route?: Pick<Route, 'pays'>,
  ): Promise<Response> {
    await (route?.pays ? payingHeaders : headers)(c, async () => {
      c.res = await respond()
    })
    return c.res
  }

  const plainPage = (brand: Brand): PlainPage => ({
    siteName: siteNameOr(brand.name),
    stylesheets: [...assets.stylesheets, ...brandStylesheets(brand)],
  })

  return {
    bootOf,
    withHeaders,

    /** Renders JSON errors as pages for navigations and forms. */
    async errorPages(c: AppContext, next: Next): Promise<void> {
      await next()
      const { res } = c
      // A navigation gets no 406, since browsers accept every type; a form may be posted by another client.
      const isRefusedType = res.status === 406 && !isFormPost(c)
      if (res.status < 400 || isRefusedType || !isJson(res) || !wantsDocument(c)) return
      // Supabase Auth uses `msg`.
      const { message, msg = '' }: Partial<ErrorBody> & { msg?: string } = await res.json()
      const responseHeaders = [...res.headers].filter(
        ([name]) => !/^(content-(type|length|encoding)|vary)$/.test(name),
      )
      const text = errorTextOf(res.status, message ?? msg, c.var.requestId)
      const plain = plainPage(await branding.read())
      c.res = undefined
      await withHeaders(c, async () => {
        const page = new Response(errorDocument(text, plain), { status: res.status })
        for (const [name, value] of responseHeaders) page.headers.append(name, value)
        page.headers.set('Content-Type', 'text/html; charset=utf-8')
        page.headers.set('Cache-Control', 'no-store')
        return page
      })
    },

    text(c: AppContext, status: 200 | 404, page: TextPage): Promise<Response> {
      return withHeaders(c, async () =>
        c.html(textDocument(page, plainPage(await branding.read())), status, {
          'Cache-Control': 'no-store',
          // The address is a secret.
          'Referrer-Policy': 'no-referrer',
        }),
      )
    },

    /** Shows the request id, never a stack. */
    async failure(c: AppContext, error: unknown): Promise<Response> {
      logFailure(c, error, 'page failed')
      const apiError = asApiError(error, c.var.requestId, c.req.raw)
      const fallback = failureText(c.var.requestId)
      const text = apiError.code === 'internal' ? fallback : { ...fallback, text: apiError.message }
      // The database itself may have failed.
      const brand = await branding.read().catch(() => noBrand)
      return withHeaders(c, async () =>
        c.html(errorDocument(text, plainPage(brand)), apiError.status, {
          'Cache-Control': 'no-store',
          ...apiError.headers,
        }),
      )
    },
  }
}
