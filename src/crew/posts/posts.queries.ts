import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type PageOf, request, requestPage } from '#client/lib/request.ts'
import type { CrewPost, PostTag } from '#contract/crew-posts.ts'

const list = '/api/crew/posts'
const one = (id: string) => `${list}/${encodeURIComponent(id)}`

const unreadyMs = 5000

export const ownPostsQuery = (tag: PostTag | null) =>
  infiniteQueryOptions({
    queryKey: [list, tag],
    initialPageParam: tag === null ? list : `${list}?tag=${tag}`,
    queryFn: ({ pageParam, signal }) => requestPage<CrewPost>(pageParam, signal),
    getNextPageParam: ({ next }: PageOf<CrewPost>) => next,
    // The service worker may have an answer offline.
    networkMode: 'offlineFirst',
    retry: 1,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ videoState }) => videoState === 'preparing'))
        ? unreadyMs
        : false,
  })

/** Polls while its video is processed. */
export const postQuery = (id: string) =>
  queryOptions<CrewPost>({
    queryKey: [one(id)],
    networkMode: 'offlineFirst',
    retry: 1,
    refetchInterval: ({ state }) => (state.data?.videoState === 'preparing' ? unreadyMs : false),
  })

export interface PostChange {
  caption?: string
  tag?: PostTag
  visibility?: CrewPost['visibility']
  published?: true
}

export const changePost = (id: string, change: PostChange) => request<CrewPost>('PATCH', one(id), change)

export const deletePost = (id: string) => request<null>('DELETE', one(id))

/** Predicate: every list and every post. */
export const isAboutPosts = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  String(queryKey[0]).startsWith(list)

/** Predicate: one post. */
export const isAboutPost =
  (id: string) =>
  ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] === one(id)
