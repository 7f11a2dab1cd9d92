import {
  type DehydratedState,
  dehydrate,
  hydrate,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Component, type ComponentType, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useBoot, useNonce } from './boot.tsx'
import { onePage } from './request.ts'
import { scriptJson } from './script-json.ts'

/**
 * How a query's first key, a path of the API, becomes data: `fetch` in a browser, the app itself on the server.
 * @param isPage whether the answer is one page of a list, see {@link onePage}
 */
export type Fetcher = (path: string, signal: AbortSignal, isPage: boolean) => Promise<unknown>

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [path: string, ...rest: readonly unknown[]]
  }
}

/** One client for each rendering on the server, one for each page in a browser: data is never shared between people. */
export function makeQueryClient(fetcher: Fetcher, onError?: (error: Error) => void): QueryClient {
  return new QueryClient({
    ...(onError && {
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path, part], signal }) => fetcher(String(path), signal, part === onePage),
        // What came with the page is fresh: without this the browser would ask for all of it again.
        staleTime: 30_000,
        retry: (failures, error) => failures < 3 && !/^4\d\d: /.test(error.message),
      },
    },
  })
}

export type Surroundings = ComponentType<{ children: ReactNode }>

/** Providers that a page with data needs: this client's queries. */
export function makeSurroundings(client: QueryClient): Surroundings {
  return ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

declare global {
  interface Window {
    /** Data of the queries that came with the page, pushed by each boundary's own script. */
    __RQ?: { push(...states: DehydratedState[]): unknown } | DehydratedState[]
  }
}

/** Takes what has come with the page so far, and everything that is still streaming in. */
export function receiveQueries(client: QueryClient): void {
  const early = Array.isArray(window.__RQ) ? window.__RQ : []
  for (const state of early) hydrate(client, state)
  window.__RQ = {
    push: (...states) => {
      for (const state of states) hydrate(client, state)
    },
  }
}

const never = () => () => {}
const onServer = () => true
const inBrowser = () => false

/** The query's data as a script beside its HTML, so that the browser need not fetch it again. */
function Transfer({ queryKey }: { queryKey: QueryKey }) {
  // The script exists in the server's HTML, thus also while hydrating, and never again.
  const hydrating = useSyncExternalStore(never, inBrowser, onServer)
  const client = useQueryClient()
  const nonce = useNonce()
  const { route } = useBoot()
  if (!hydrating || route === '') return null
  const key = JSON.stringify(queryKey)
  const state = dehydrate(client, {
    shouldDehydrateQuery: query => JSON.stringify(query.queryKey) === key && query.state.status === 'success',
  })
  const code = `(self.__RQ??=[]).push(${scriptJson(state)})`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptJson escapes what could end the script
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}

export interface QueryProps<T> {
  query: { queryKey: readonly [path: string, ...rest: readonly unknown[]] }
  transfer?: boolean
  children: (data: T) => ReactNode
}

function Loaded<T>({ query, transfer = true, children }: QueryProps<T>) {
  const { data } = useSuspenseQuery<T>(query)
  return (
    <>
      {children(data)}
      {transfer && <Transfer queryKey={query.queryKey} />}
    </>
  )
}

/** Shows `failed` where its children could not be rendered, in a browser; on the server React leaves that to the browser. */
class FailureBoundary extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}

/** Renders a query's data; until then `fallback`, and `failed` when it cannot be fetched. */
export function QueryBoundary<T>({
  fallback,
  failed,
  ...query
}: QueryProps<T> & { fallback: ReactNode; failed: ReactNode }) {
  return (
    <FailureBoundary failed={failed}>
      <Suspense fallback={fallback}>
        <Loaded {...query} />
      </Suspense>
    </FailureBoundary>
  )
}
