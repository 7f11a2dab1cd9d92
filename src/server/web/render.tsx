import type { QueryClient } from '@tanstack/react-query'
// The edge build avoids node streams: 6 ms of a cold start, at equal speed.
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { PageProviders, Root } from '#client/app.tsx'
import type { AnswerBoot, Head } from '#client/lib/boot.tsx'
import { PersonalParts } from '#client/lib/personal-part.tsx'
import { type Fetcher, load, makeProviders, makeQueryClient, type Prefetched } from '#client/lib/query.tsx'
import { RequestError } from '#client/lib/request.ts'
import { SharedParts } from '#client/lib/shared-part.tsx'
import type { Route } from '#client/route.ts'
import { factsOf, findRoute } from '#client/routes.ts'
import { MainContent } from '#client/ui/layout/page.tsx'
import { ServedLogo } from '#client/ui/marks/logo.tsx'
import { LogoContent } from '#client/ui/marks/logo-content.tsx'
import type { Log } from '#server/log.ts'

export interface RenderOptions {
  route: Route
  boot: AnswerBoot
  nonce: string
  entry: string
  /** In-process API. */
  fetcher: Fetcher
  log: Log
  /** Fires when the client disconnects. */
  signal: AbortSignal
  /** Renders no content of `main` but this text, and asks for no data. */
  main?: string
  /** See `SharedPart`. */
  replacePart?: (key: string, content: ReactNode) => ReactNode
  /** See `PersonalPart`. */
  takePersonal?: (content: ReactNode) => string
  /** Resolves with the whole page, rejects when a part of it fails. */
  isWhole?: true
}

export interface RenderedPage {
  stream: ReadableStream<Uint8Array>
  /** The page's subject is missing, gone or forbidden. */
  refusal: 403 | 404 | null
}

interface Subject {
  refusal: RenderedPage['refusal']
  boot: { head?: Head | null; forbidden?: true }
}

/** Name of the page's subject, or its error; empty without one. */
async function subjectOf(
  route: Route,
  params: Record<string, string>,
  client: QueryClient,
): Promise<Subject> {
  try {
    const head = await route.subject?.(client, params)
    return { refusal: null, boot: head ? { head } : {} }
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 0
    if (status === 404 || status === 410) return { refusal: 404, boot: { head: null } }
    if (status === 403) return { refusal: 403, boot: { forbidden: true } }
    return { refusal: null, boot: {} }
  }
}

/** What signed-out visitors may see of a protected page's head. */
async function previewOf(route: Route, search: string, client: QueryClient): Promise<{ preview?: Head }> {
  const next = route.preview === 'next' && new URLSearchParams(search).get('next')
  if (!next) return {}
  const { route: behind, params } = findRoute(next.split('?', 1)[0] ?? '', true)
  const head = await behind.subject?.(client, params).catch(() => undefined)
  return head ? { preview: head } : {}
}

/** Failures show when the part that needs the query is rendered. */
const loadAll = (client: QueryClient, queries: readonly Prefetched[]) =>
  Promise.all(queries.map(query => load(client, query).catch(() => {})))

/** Starts the page's queries and awaits those that resolve within this turn, or all for a whole page. */
async function preload(options: RenderOptions, client: QueryClient): Promise<void> {
  const { route, boot, isWhole, takePersonal } = options
  const isOwn = boot.viewer !== null && takePersonal === undefined
  const queries = [
    ...(route.preload?.(boot.params, boot.search) ?? []),
    ...((isOwn && route.preloadOwn?.(boot.params)) || []),
  ]
  if (queries.length === 0) return
  const all = loadAll(client, queries)
  await (isWhole ? all : Promise.race([all, new Promise(resolve => setImmediate(resolve))]))
}

/** React sends a boundary's fallback; the browser retries. */
const logFailure =
  ({ route, log, signal }: Pick<RenderOptions, 'route' | 'log' | 'signal'>) =>
  (error: unknown) => {
    if (!signal.aborted) log.error('rendering failed', { page: route.id }, error)
  }

/** Streams the shell, then data as it arrives. Resolves with the shell; rejects when it fails. */
export async function renderPage(options: RenderOptions): Promise<RenderedPage> {
  const { route, boot, nonce, entry, fetcher, signal, main, replacePart, takePersonal, isWhole } = options
  const page = await route.load()
  const queryClient = makeQueryClient(fetcher)
  const subject = await subjectOf(route, boot.params, queryClient)
  const preview = await previewOf(route, boot.search, queryClient)
  if (main === undefined) await preload(options, queryClient)
  const log = logFailure(options)
  const failures: unknown[] = []
  const stream = await renderToReadableStream(
    <ServedLogo value={<LogoContent siteName={boot.siteName} logo={boot.logo} />}>
      <MainContent value={main ?? null}>
        <SharedParts value={replacePart ?? null}>
          <PersonalParts value={takePersonal ?? null}>
            <Root
              page={page.default}
              boot={{ ...boot, page: factsOf(route), ...subject.boot, ...preview }}
              nonce={nonce}
              data={route.data === 'none' ? null : makeProviders(queryClient)}
            />
          </PersonalParts>
        </SharedParts>
      </MainContent>
    </ServedLogo>,
    {
      nonce,
      signal,
      // Avoids React's skeletons for parts above 12 KB.
      progressiveChunkSize: 1_048_576,
      ...(route.script === 'react' && { bootstrapModules: [entry] }),
      onError(error) {
        failures.push(error)
        log(error)
      },
    },
  )
  if (isWhole) {
    await stream.allReady
    if (failures.length > 0) throw failures[0]
  }
  return { stream, refusal: subject.refusal }
}

type PersonalOptions = Pick<RenderOptions, 'route' | 'boot' | 'nonce' | 'fetcher' | 'log' | 'signal'>

/** Renders what a shared page took out for its viewer; rejects when it fails. */
export async function renderPersonal(content: ReactNode, options: PersonalOptions): Promise<string> {
  const { route, boot, nonce, fetcher, signal } = options
  const queryClient = makeQueryClient(fetcher)
  await loadAll(queryClient, route.preloadOwn?.(boot.params) ?? [])
  const failures: unknown[] = []
  const log = logFailure(options)
  const stream = await renderToReadableStream(
    <PageProviders boot={{ ...boot, page: factsOf(route) }} nonce={nonce} data={makeProviders(queryClient)}>
      {content}
    </PageProviders>,
    {
      nonce,
      signal,
      onError(error) {
        failures.push(error)
        log(error)
      },
    },
  )
  await stream.allReady
  if (failures.length > 0) throw failures[0]
  return new Response(stream).text()
}
