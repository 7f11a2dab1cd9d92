import { setImmediate } from 'node:timers/promises'
import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { Root } from '#client/app.tsx'
import type { AnswerBoot, Head } from '#client/lib/boot.tsx'
import { type Fetcher, load, makeProviders, makeQueryClient, type Prefetched } from '#client/lib/query.tsx'
import { RequestError } from '#client/lib/request.ts'
import type { Route } from '#client/route.ts'
import { factsOf, findRoute } from '#client/routes.ts'
import { ServedLogo } from '#client/ui/marks/logo.tsx'
import { LogoContent } from '#client/ui/marks/logo-content.tsx'
import { ApiError } from '#server/http/errors.ts'
import type { Log } from '#server/log.ts'
import { type Html, renderHtml } from './html.ts'

export interface RenderOptions {
  route: Route
  boot: AnswerBoot
  nonce: string
  entry: string
  /** Calls the API in this process. */
  fetcher: Fetcher
  log: Log
  /** Fires when the client disconnects. */
  signal: AbortSignal
}

export interface RenderedPage {
  html: Html
  /** The page's subject is missing, gone or forbidden. */
  refusal: 403 | 404 | null
}

interface Subject {
  refusal: RenderedPage['refusal']
  boot: { head?: Head | null; forbidden?: true }
}

/** An error of the API, as a page answers it. */
const failureOf = (error: unknown) =>
  error instanceof RequestError && error.status === 503
    ? new ApiError('unavailable', error.userMessage ?? error.message, { cause: error })
    : error

/**
 * Name of the page's subject, or its refusal; empty without one, and when it failed: the browser reads it again.
 * @throws the failure, for a page without React
 */
async function subjectOf(
  route: Route,
  { params, search }: Pick<AnswerBoot, 'params' | 'search'>,
  client: QueryClient,
): Promise<Subject> {
  try {
    const head = await route.subject?.(client, params, search)
    return { refusal: null, boot: head ? { head } : {} }
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 0
    if (status === 404 || status === 410) return { refusal: 404, boot: { head: null } }
    if (status === 403) return { refusal: 403, boot: { forbidden: true } }
    if (route.script === 'none') throw failureOf(error)
    return { refusal: null, boot: {} }
  }
}

/** Returns the head of a protected page for signed-out visitors. */
async function previewOf(route: Route, search: string, client: QueryClient): Promise<{ preview?: Head }> {
  const next = route.preview === 'next' && new URLSearchParams(search).get('next')
  if (!next) return {}
  const [path = '', query = ''] = next.split('?', 2)
  const { route: behind, params } = findRoute(path, true)
  const head = await behind.subject?.(client, params, query).catch(() => undefined)
  return head ? { preview: head } : {}
}

/** Failures show when the part that needs the query is rendered. */
const loadAll = (client: QueryClient, queries: readonly Prefetched[]) =>
  Promise.all(queries.map(query => load(client, query).catch(() => {})))

/** Milliseconds that the shell waits for data. Later data stream behind it. */
const patienceMs = 100

/** Starts the page's queries and awaits those that resolve soon. */
async function preload({ route, boot }: RenderOptions, client: QueryClient): Promise<void> {
  const queries = [
    ...(route.preload?.(boot.params, boot.search) ?? []),
    ...((boot.viewer && route.preloadOwn?.(boot.params)) || []),
  ]
  if (queries.length === 0) return
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([loadAll(client, queries), isLate])
  clearTimeout(timer)
}

/** Limits rendering, so that calls of the API, such as a weigh-in, are answered in between (decision 0167). */
const rendering = pLimit(4)

/** Streams the shell, then data as it arrives. Resolves with the shell; rejects when it fails. */
export async function renderPage(options: RenderOptions): Promise<RenderedPage> {
  const { route, boot, nonce, entry, fetcher, log, signal } = options
  const page = await route.load()
  const queryClient = makeQueryClient(fetcher)
  const subject = await subjectOf(route, boot, queryClient)
  const preview = await previewOf(route, boot.search, queryClient)
  // Failures show when the part is rendered.
  await route.first?.(queryClient, boot).catch(() => {})
  await preload(options, queryClient)
  const render = () =>
    renderHtml(
      <ServedLogo value={<LogoContent siteName={boot.siteName} logo={boot.logo} />}>
        <Root
          page={page.default}
          boot={{ ...boot, page: factsOf(route), ...subject.boot, ...preview }}
          nonce={nonce}
          data={route.data === 'none' ? null : makeProviders(queryClient)}
        />
      </ServedLogo>,
      {
        nonce,
        // Avoids React's skeletons for parts above 12 KB.
        progressiveChunkSize: 1_048_576,
        ...(route.script === 'react' && { bootstrapModules: [entry] }),
        // React sends a boundary's fallback; the browser retries.
        onError(error) {
          if (!signal.aborted) log.error('rendering failed', { page: route.id }, error)
        },
      },
      signal,
    )
  const html = await rendering(async () => {
    await setImmediate()
    return render()
  })
  return { html, refusal: subject.refusal }
}
