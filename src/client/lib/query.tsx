import {
  type DataTag,
  type DehydratedState,
  dehydrate,
  hydrate,
  type InfiniteData,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type UnusedSkipTokenInfiniteOptions,
  useInfiniteQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Component, type ComponentType, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useNonce } from './boot.tsx'
import { cachedAge } from './page-age.ts'
import { onePage, type PageOf } from './request.ts'
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
        queryFn: ({ queryKey: [path, part], pageParam, signal }) =>
          fetcher(String(pageParam ?? path), signal, part === onePage),
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

/** As of now: the event stream names what has changed since the page was rendered. */
const asOfNow = (sent: DehydratedState): DehydratedState => ({
  ...sent,
  queries: sent.queries.map(query => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: Date.now() - cachedAge() },
  })),
})

export function receiveQueries(client: QueryClient): void {
  const early = Array.isArray(window.__RQ) ? window.__RQ : []
  const receive = (...states: DehydratedState[]) => {
    for (const state of states) hydrate(client, asOfNow(state))
  }
  receive(...early)
  window.__RQ = { push: receive }
}

const never = () => () => {}
const onServer = () => true
const inBrowser = () => false

function Transfer({ queryKey }: { queryKey: QueryKey }) {
  const hydrating = useSyncExternalStore(never, inBrowser, onServer)
  const client = useQueryClient()
  const nonce = useNonce()
  if (!hydrating) return null
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

/** A list that is read in pages, each named by the `Link` header of the one before. */
export type PagesQuery<T> = UnusedSkipTokenInfiniteOptions<
  PageOf<T>,
  Error,
  InfiniteData<PageOf<T>, string>,
  QueryKey,
  string
>

/** A query, or with `initialPageParam` a {@link PagesQuery}. */
export interface Prefetched {
  queryKey: QueryKey
  initialPageParam?: string
}

/** @throws its error, without another try */
export const load = (client: QueryClient, { queryKey, initialPageParam }: Prefetched): Promise<unknown> =>
  initialPageParam === undefined
    ? client.fetchQuery({ queryKey, retry: false })
    : client.fetchInfiniteQuery({ queryKey, initialPageParam, retry: false })

export type More = 'idle' | 'loading' | 'failed'

export interface PagedList<T> {
  /** Of the pages so far. A refetch reads them all again, in place. */
  items: readonly T[]
  hasMore: boolean
  more: More
  /** @returns whether there is more */
  loadMore(): Promise<boolean>
}

interface PagesResult<T> {
  data: InfiniteData<PageOf<T>, string>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(options: { cancelRefetch: boolean }): Promise<{
    data: InfiniteData<PageOf<T>, string> | undefined
    hasNextPage: boolean
    isError: boolean
  }>
}

export function pagedList<T>(result: PagesResult<T>): PagedList<T> {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = result
  return {
    items: data.pages.flatMap(({ items }) => items),
    hasMore: hasNextPage,
    more: isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : 'idle',
    async loadMore() {
      const load = () => fetchNextPage({ cancelRefetch: false })
      const loaded = await load()
      // A refetch was under way, and was awaited instead.
      const isSame = loaded.data?.pages.length === data.pages.length && loaded.hasNextPage && !loaded.isError
      return (isSame ? await load() : loaded).hasNextPage
    },
  }
}

/** `list` is null until loaded. Not rendered on the server: see {@link PagesBoundary}. */
export function usePages<T>(query: PagesQuery<T>) {
  const { data, ...result } = useInfiniteQuery(query)
  return {
    list: data ? pagedList<T>({ ...result, data }) : null,
    error: result.error,
    isFetching: result.isFetching,
    refetch: result.refetch,
  }
}

export interface PagesProps<T> {
  query: PagesQuery<T>
  children: (list: PagedList<T>) => ReactNode
}

function LoadedPages<T>({ query, children }: PagesProps<T>) {
  const result = useSuspenseInfiniteQuery(query)
  return (
    <>
      {children(pagedList<T>(result))}
      <Transfer queryKey={query.queryKey} />
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

interface BoundaryParts {
  fallback: ReactNode
  /** Shown when the query fails. */
  failed: ReactNode
}

export function PagesBoundary<T>({ fallback, failed, ...pages }: PagesProps<T> & BoundaryParts) {
  return (
    <FailureBoundary failed={failed}>
      <Suspense fallback={fallback}>
        <LoadedPages {...pages} />
      </Suspense>
    </FailureBoundary>
  )
}

export function QueryBoundary<T>({ fallback, failed, ...query }: QueryProps<T> & BoundaryParts) {
  return (
    <FailureBoundary failed={failed}>
      <Suspense fallback={fallback}>
        <Loaded {...query} />
      </Suspense>
    </FailureBoundary>
  )
}
