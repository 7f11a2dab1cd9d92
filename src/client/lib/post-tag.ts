import type { PostTag } from '#contract/crew-posts.ts'

const tags: readonly PostTag[] = ['Catch', 'Hookup', 'Run', 'Other']

/** The tag that a page's query asks for; null: all. @param search as in `?tag=Run` */
export function tagIn(search: string): PostTag | null {
  const asked = new URLSearchParams(search).get('tag')
  return tags.find(tag => tag === asked) ?? null
}

/** The path of the API that lists the public posts with a tag. */
export const publicPostsPath = (tag: PostTag | null): string =>
  tag === null ? '/api/crew/posts/public' : `/api/crew/posts/public?tag=${tag}`
