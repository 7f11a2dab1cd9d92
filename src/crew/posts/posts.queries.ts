import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type PageOf, request, requestPage } from '#client/lib/request.ts'
import type { CrewPost, PostTag } from '#contract/crew-posts.ts'

const list = '/api/crew/posts'
const one = (id: string) => `${list}/${encodeURIComponent(id)}`

const unreadyMs = 5000

/** One's own posts, newest first, drafts included. */
export const ownPostsQuery = (tag: PostTag | null) =>
  infiniteQueryOptions({
    queryKey: [list, tag],
    initialPageParam: tag === null ? list : `${list}?tag=${tag}`,
    queryFn: ({ pageParam, signal }) => requestPage<CrewPost>(pageParam, signal),
    getNextPageParam: ({ next }: PageOf<CrewPost>) => next,
    // The service worker may know an answer where there is no network.
    networkMode: 'offlineFirst',
    retry: 1,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ videoState }) => videoState === 'preparing'))
        ? unreadyMs
        : false,
  })

/** One post; asked for again while its video is made ready. */
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

/** For `invalidateQueries`: every list and every single post. */
export const isAboutPosts = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  String(queryKey[0]).startsWith(list)

/** For `invalidateQueries`: this single post. */
export const isAboutPost =
  (id: string) =>
  ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] === one(id)
