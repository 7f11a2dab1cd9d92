import {
  type DataTag,
  type InfiniteData,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type UnusedSkipTokenInfiniteOptions,
  type UseSuspenseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type ComponentType, type ReactNode, use } from 'react'
import { useNonce } from './boot.tsx'
import { pack, unpack } from './columns.ts'
import { cachedAge } from './page-age.ts'
import { onePage, type PageOf } from './request.ts'
import { scriptJson } from './script-json.ts'
import { useHydrated } from './use-hydrated.ts'

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

/** True for errors that another attempt won't change. */
export const isRefused = ({ message }: Error) => /^4\d\d: /.test(message)

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
        retry: (failures, error) => failures < 3 && !isRefused(error),
      },
    },
  })
}

export type Providers = ComponentType<{ children: ReactNode }>

export function makeProviders(client: QueryClient): Providers {
  return ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** A query's key and its data, packed as in `columns.ts`. */
type Transferred = [QueryKey, unknown]

declare global {
  interface Window {
    __RQ?: { push(...queries: Transferred[]): unknown } | Transferred[]
  }
}

/** Stores transferred queries as fresh as the page: the event stream names what has changed since it was rendered. */
export function receiveQueries(client: QueryClient): void {
  const early = Array.isArray(window.__RQ) ? window.__RQ : []
  const receive = (...queries: Transferred[]) => {
    const updatedAt = Date.now() - cachedAge()
    for (const [queryKey, data] of queries) {
      const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
      if (dataUpdatedAt < updatedAt) client.setQueryData(queryKey, unpack(data), { updatedAt })
    }
  }
  receive(...early)
  window.__RQ = { push: receive }
}

function Transfer({ queryKey }: { queryKey: QueryKey }) {
  const isHydrated = useHydrated()
  const client = useQueryClient()
  const nonce = useNonce()
  if (isHydrated) return null
  const code = `(self.__RQ??=[]).push(${scriptJson([queryKey, pack(client.getQueryData(queryKey))])})`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptJson escapes what could end the script
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}

export const isServer = typeof window === 'undefined'

/** Reads a query on the server, without the observers that each hook of the library makes. */
function useServed<T>(query: Prefetched): T {
  const client = useQueryClient()
  const state = client.getQueryState<T>(query.queryKey)
  if (state?.status === 'success') return state.data as T
  if (state?.status === 'error') throw state.error
  // React keeps a component's first promise while it is suspended.
  return use(load(client, query)) as T
}

export interface QueryProps<T> {
  query: { queryKey: DataTag<QueryKey, T, Error> }
  transfer?: boolean
  children: (data: T) => ReactNode
}

const useLoaded = isServer
  ? <T,>(query: QueryProps<T>['query']) => useServed<T>(query)
  : <T,>(query: QueryProps<T>['query']) => useSuspenseQuery<T>(query).data

export function Loaded<T>({ query, transfer = true, children }: QueryProps<T>) {
  const data = useLoaded<T>(query)
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
  /** Items of the pages so far. A refetch reads them all again, in place. */
  items: readonly T[]
  hasMore: boolean
  more: More
  /** @returns whether there is more */
  loadMore(): Promise<boolean>
}

type PagesResult<T> = Pick<
  UseSuspenseInfiniteQueryResult<InfiniteData<PageOf<T>, string>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

export function pagedList<T>(result: PagesResult<T>): PagedList<T> {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = result
  return {
    items: data.pages.flatMap(({ items }) => items),
    hasMore: hasNextPage,
    more: isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : 'idle',
    async loadMore() {
      const load = () => fetchNextPage({ cancelRefetch: false })
      const next = await load()
      // A refetch was under way, and was awaited instead.
      const isSame = next.data?.pages.length === data.pages.length && next.hasNextPage && !next.isError
      return (isSame ? await load() : next).hasNextPage
    },
  }
}

function useServedPages<T>(query: PagesQuery<T>): PagedList<T> {
  const { pages, pageParams } = useServed<InfiniteData<PageOf<T>, string>>(query)
  const [page, param] = [pages.at(-1), pageParams.at(-1)]
  const next = page && param !== undefined && query.getNextPageParam(page, pages, param, pageParams)
  return {
    items: pages.flatMap(({ items }) => items),
    hasMore: typeof next === 'string',
    more: 'idle',
    loadMore: async () => false,
  }
}

const useLoadedPages = isServer
  ? useServedPages
  : <T,>(query: PagesQuery<T>) => pagedList<T>(useSuspenseInfiniteQuery(query))

function useObservedPages<T>(query: PagesQuery<T>) {
  const { data, ...result } = useInfiniteQuery(query)
  return {
    list: data ? pagedList<T>({ ...result, data }) : null,
    error: result.error,
    isFetching: result.isFetching,
    refetch: result.refetch,
  }
}

/** The server reads no list outside a `Boundary`. */
const useUnloadedPages: typeof useObservedPages = () => ({
  list: null,
  error: null,
  isFetching: true,
  refetch: () => Promise.reject(new Error('The server does not refetch.')),
})

/** `list` is null until loaded. Not rendered on the server: see `Boundary`. */
export const usePages = isServer ? useUnloadedPages : useObservedPages

export interface PagesProps<T> {
  query: PagesQuery<T>
  children: (list: PagedList<T>) => ReactNode
}

export function LoadedPages<T>({ query, children }: PagesProps<T>) {
  const list = useLoadedPages(query)
  return (
    <>
      {children(list)}
      <Transfer queryKey={query.queryKey} />
    </>
  )
}
