import { queryOptions } from '@tanstack/react-query'
import { publicPostsPath } from '#client/lib/post-tag.ts'
import { onePage, type PageOf } from '#client/lib/request.ts'
import type { EntryPost, PostTag, PublicPost, ReportedPost, SeenPost } from '#contract/crew-posts.ts'

export const feedPageQuery = (path: string) => queryOptions<PageOf<PublicPost>>({ queryKey: [path, onePage] })

/** The first page of the public posts. */
export const feedQuery = (tag: PostTag | null) => feedPageQuery(publicPostsPath(tag))

export const postPath = (id: string) => `/api/crew/posts/${encodeURIComponent(id)}`

/** One post that the viewer may see, with fresh links. */
export const postQuery = (id: string) => queryOptions<SeenPost>({ queryKey: [postPath(id)] })

/** What a boat's crew has published, as far as the viewer may see it. */
export const entryPostsQuery = (entryId: string) =>
  queryOptions<EntryPost[]>({
    queryKey: [`/api/tournament-entries/${encodeURIComponent(entryId)}/crew-posts`],
  })

/** What people reported and the viewer answers for. */
export const reportsQuery = () => queryOptions<ReportedPost[]>({ queryKey: ['/api/crew/reports'] })
