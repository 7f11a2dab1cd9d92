import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readAnswer, request } from '#client/lib/request.ts'
import type { CrewPost, PostTag } from '#contract/crew-posts.ts'

const list = '/api/crew/posts'
const one = (id: string) => `${list}/${encodeURIComponent(id)}`

interface PageOfPosts {
  posts: CrewPost[]
  /** The path of the next page; null: that was the last. */
  next: string | null
}

/** Where a list goes on (RFC 8288). */
function nextOf(response: Response): string | null {
  const [, target] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  if (target === undefined) return null
  const { pathname, search } = new URL(target, response.url)
  return pathname + search
}

async function fetchPage(path: string, signal: AbortSignal): Promise<PageOfPosts> {
  const response = await fetch(path, { signal })
  return { next: nextOf(response), posts: await readAnswer<CrewPost[]>(response) }
}

/** One's own posts, newest first, drafts included. */
export const ownPostsQuery = (tag: PostTag | null) =>
  infiniteQueryOptions({
    queryKey: [list, tag],
    initialPageParam: tag === null ? list : `${list}?tag=${tag}`,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: ({ next }: PageOfPosts) => next,
    // The service worker may know an answer where there is no network.
    networkMode: 'offlineFirst',
    retry: 1,
  })

const unreadyMs = 5000

/** One post; asked for again while its video is made ready. */
export const postQuery = (id: string) =>
  queryOptions<CrewPost>({
    queryKey: [one(id)],
    networkMode: 'offlineFirst',
    retry: 1,
    refetchInterval: ({ state }) => (state.data && state.data.video.videoUrl === null ? unreadyMs : false),
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
