import type { DataTag, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import { onePage, type PageOf } from '#client/lib/request.ts'
import type { Answer, Item, ListKey, ReadKey } from '#contract/endpoints.ts'
import { type Optional, pageKey, queryKey, type Target } from './client.ts'

/** Options of a query whose key begins with the path that answers it: the query client's default function fetches it. */
export type Query<T> = Omit<UnusedSkipTokenOptions<T, Error, T, QueryKey>, 'queryKey'> & {
  queryKey: DataTag<QueryKey, T, Error>
}

// The tag exists in the type only.
const tagged = <T>(key: QueryKey): Query<T> => ({ queryKey: key as Query<T>['queryKey'] })

export const query = <Key extends ReadKey>(key: Key, ...target: Optional<Target<Key>>): Query<Answer<Key>> =>
  tagged<Answer<Key>>(queryKey(key, ...target))

/** One page of a list, and where the next one is. */
export const pageQuery = <Key extends ListKey>(
  key: Key,
  ...target: Optional<Target<Key>>
): Query<PageOf<Item<Key>>> => tagged<PageOf<Item<Key>>>(pageKey(key, ...target))

/** The page of a list that another page names as the next one. @param path as it is named there */
export const nextPageQuery = <Key extends ListKey>(path: string): Query<PageOf<Item<Key>>> =>
  tagged<PageOf<Item<Key>>>([path, onePage])

/** For reads that a service worker may answer without a network. */
export const offlineFirst = { networkMode: 'offlineFirst', retry: 1 } as const
