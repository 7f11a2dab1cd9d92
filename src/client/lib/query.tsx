import {
  type DataTag,
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
 * Fetches the path in a query's key; on the server, from the app itself.
 * @param isPage see {@link onePage}
 */
export type Fetcher = (path: string, signal: AbortSignal, isPage: boolean) => Promise<unknown>

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [path: string, ...rest: readonly unknown[]]
  }
}

/** One per rendering and browser page: never shared between users. */
export function makeQueryClient(fetcher: Fetcher, onError?: (error: Error) => void): QueryClient {
  return new QueryClient({
    ...(onError && {
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path, part], signal }) => fetcher(String(path), signal, part === onePage),
        staleTime: 30_000,
        retry: (failures, error) => failures < 3 && !/^4\d\d: /.test(error.message),
      },
    },
  })
}

export type Providers = ComponentType<{ children: ReactNode }>

export function makeProviders(client: QueryClient): Providers {
  return ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

declare global {
  interface Window {
    __RQ?: { push(...states: DehydratedState[]): unknown } | DehydratedState[]
  }
}

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

function Transfer({ queryKey }: { queryKey: QueryKey }) {
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
  query: { queryKey: DataTag<QueryKey, T, Error> }
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

class FailureBoundary extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}

/** `failed` is shown when the query fails. */
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
