import { mutation } from '#client/api/mutation.ts'
import { nextPageQuery, offlineFirst, pageQuery, pagesQuery, type Query, query } from '#client/api/query.ts'
import type { PagesQuery } from '#client/lib/query.tsx'
import { preparingMs } from '#client/videos/api/videos.ts'
import { limits } from '#contract/limits.ts'
import type { CrewPost, PostTag, SeenPost } from '#contract/videos/crew-posts.ts'

const tagOptions = (tag: PostTag | null) => (tag === null ? {} : { query: { tag } })

/** @param tag null: all */
export const feedQuery = (tag: PostTag | null) => pageQuery('GET /api/crew/posts/public', tagOptions(tag))
export const boatVideosQuery = (boatId: string) =>
  pagesQuery('GET /api/crew/posts/public', { query: { boatId, limit: 12 } })
export const tournamentVideosQuery = (tournamentId: string) =>
  pagesQuery('GET /api/crew/posts/public', { query: { tournamentId, limit: 12 } })
/** Signed links are valid for an hour. */
export const kioskVideosQuery = (tournamentId: string) => ({
  ...query('GET /api/crew/posts/public', { query: { tournamentId, limit: 6 } }),
  refetchInterval: 1_800_000,
})
/** @param path from the previous page */
export const feedPageQuery = (path: string) => nextPageQuery<'GET /api/crew/posts/public'>(path)
/** Its links are valid for an hour. */
export const postQuery = (id: string) => query('GET /api/crew/posts/:id', { params: { id } })
export const entryPostsQuery = (entryId: string) =>
  pagesQuery('GET /api/tournament-entries/:id/crew-posts', {
    params: { id: entryId },
    query: { limit: limits.postsPageMax },
  })
/** Reported posts that the viewer moderates. */
export const reportsQuery = () => query('GET /api/crew/reports')

export const reportPost = mutation('POST /api/crew/posts/:id/report')
export const takeDownPost = mutation('POST /api/crew/posts/:id/takedown')
export const restorePost = mutation('DELETE /api/crew/posts/:id/takedown')
export const dismissReports = mutation('DELETE /api/crew/posts/:id/reports')

/** Includes drafts. @param tag null: all */
export const ownPostsQuery = (tag: PostTag | null): PagesQuery<CrewPost> => ({
  ...pagesQuery('GET /api/crew/posts', tagOptions(tag)),
  ...offlineFirst,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(({ videoState }) => videoState === 'preparing'))
      ? preparingMs
      : false,
})

export const ownPostQuery = (id: string): Query<SeenPost> => ({
  ...postQuery(id),
  ...offlineFirst,
  refetchInterval: ({ state }) => (state.data?.videoState === 'preparing' ? preparingMs : false),
})

export const createPost = mutation('POST /api/crew/posts')
export const changePost = mutation('PATCH /api/crew/posts/:id')
/** Callers leave the post's own view: its path answers 404 afterwards. */
export const deletePost = mutation('DELETE /api/crew/posts/:id', {
  refreshesLater: true,
})
