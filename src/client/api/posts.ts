import { infiniteQueryOptions } from '@tanstack/react-query'
import { type PageOf, requestPage } from '#client/lib/request.ts'
import type { CrewPost, PostTag, SeenPost } from '#contract/crew-posts.ts'
import { pathOf } from './client.ts'
import { mutation } from './mutation.ts'
import { nextPageQuery, offlineFirst, pageQuery, type Query, query } from './query.ts'

/** Patterns of what shows a post to others. */
const showsPosts = [
  '/api/crew/posts/public',
  '/api/crew/posts/:id',
  '/api/crew/reports',
  '/api/tournament-entries/:id/crew-posts',
]
/** Patterns of what shows a post to its author. */
export const showsOwnPosts = ['/api/crew/posts', '/api/crew/posts/*']

const tagged = (tag: PostTag | null) => (tag === null ? {} : { query: { tag } })

/** The first page of the public posts. @param tag null: of every tag */
export const feedQuery = (tag: PostTag | null) => pageQuery('GET /api/crew/posts/public', tagged(tag))
/** @param path as the page before names it */
export const feedPageQuery = (path: string) => nextPageQuery<'GET /api/crew/posts/public'>(path)
/** A post that the viewer may see, with links that work for an hour. */
export const postQuery = (id: string) => query('GET /api/crew/posts/:id', { params: { id } })
/** What the crew of an entry has published, as far as the viewer may see it. */
export const entryPostsQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/crew-posts', { params: { id: entryId } })
/** Reported posts that the viewer answers for. */
export const reportsQuery = () => query('GET /api/crew/reports')

export const reportPost = mutation('POST /api/crew/posts/:id/report')
export const takeDownPost = mutation('POST /api/crew/posts/:id/takedown', { stale: showsPosts })
export const restorePost = mutation('DELETE /api/crew/posts/:id/takedown', { stale: showsPosts })
export const dismissReports = mutation('DELETE /api/crew/posts/:id/reports', { stale: showsPosts })

/** Milliseconds between two looks at a video that is being prepared. */
const preparingMs = 5000

/** The viewer's own posts, newest first, drafts included. @param tag null: of every tag */
export const ownPostsQuery = (tag: PostTag | null) =>
  infiniteQueryOptions({
    queryKey: [pathOf('GET /api/crew/posts'), tag],
    initialPageParam: pathOf('GET /api/crew/posts', tagged(tag)),
    queryFn: ({ pageParam, signal }) => requestPage<CrewPost>(pageParam, signal),
    getNextPageParam: ({ next }: PageOf<CrewPost>) => next,
    ...offlineFirst,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ videoState }) => videoState === 'preparing'))
        ? preparingMs
        : false,
  })

/** One of the viewer's own posts. */
export const ownPostQuery = (id: string): Query<SeenPost> => ({
  ...postQuery(id),
  ...offlineFirst,
  refetchInterval: ({ state }) => (state.data?.videoState === 'preparing' ? preparingMs : false),
})

export const createPost = mutation('POST /api/crew/posts', { stale: showsOwnPosts })
export const changePost = mutation('PATCH /api/crew/posts/:id', { stale: showsOwnPosts })
/** The views of the post itself are for the caller to leave: its address answers 404 from now on. */
export const deletePost = mutation('DELETE /api/crew/posts/:id', {
  stale: ['/api/crew/posts'],
  refreshesLater: true,
})
