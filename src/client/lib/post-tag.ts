import type { PostTag } from '#contract/crew-posts.ts'

const tags: readonly PostTag[] = ['Catch', 'Hookup', 'Run', 'Other']

/** The tag of a query string such as `?tag=Run`; null: all. */
export function tagIn(search: string): PostTag | null {
  const asked = new URLSearchParams(search).get('tag')
  return tags.find(tag => tag === asked) ?? null
}

/** The path of the API that lists the public posts with a tag. */
export const publicPostsPath = (tag: PostTag | null): string =>
  tag === null ? '/api/crew/posts/public' : `/api/crew/posts/public?tag=${tag}`
