import type { DataTag, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import type { PagesQuery } from '#client/lib/query.tsx'
import { nextOf, onePage, type PageOf } from '#client/lib/request.ts'
import type { Answer, Item, ListKey, ReadKey } from '#contract/endpoints.ts'
import { type Optional, pathOf, type Target } from './client.ts'

/** Options of a query whose key starts with its path. */
export type Query<T> = Omit<UnusedSkipTokenOptions<T, Error, T, QueryKey>, 'queryKey'> & {
  queryKey: DataTag<QueryKey, T, Error>
}

// The tag exists in the type only.
const queryOf = <T>(key: QueryKey): Query<T> => ({ queryKey: key as Query<T>['queryKey'] })

export const query = <Key extends ReadKey>(key: Key, ...target: Optional<Target<Key>>): Query<Answer<Key>> =>
  queryOf<Answer<Key>>([pathOf(key, ...target)])

export const pageQuery = <Key extends ListKey>(
  key: Key,
  ...target: Optional<Target<Key>>
): Query<PageOf<Item<Key>>> => queryOf<PageOf<Item<Key>>>([pathOf(key, ...target), onePage])

/** The whole list, page by page. State the page's size: `{ query: { limit: 24 } }`. */
export function pagesQuery<Key extends ListKey>(
  key: Key,
  ...target: Optional<Target<Key>>
): PagesQuery<Item<Key>> {
  const path = pathOf(key, ...target)
  return { queryKey: [path, onePage, 'all'], initialPageParam: path, getNextPageParam: nextOf }
}

/** @param path from the `Link` header */
export const nextPageQuery = <Key extends ListKey>(path: string): Query<PageOf<Item<Key>>> =>
  queryOf<PageOf<Item<Key>>>([path, onePage])

/** Options of reads that a service worker answers offline. */
export const offlineFirst = { networkMode: 'offlineFirst', retry: 1 } as const
