import type { PostTag } from '#contract/videos/crew-posts.ts'
import { postTags } from '#contract/videos/post-tags.ts'

/** Of the `?tag=` in an address; null: none or unknown. */
export function tagIn(search: string): PostTag | null {
  const asked = new URLSearchParams(search).get('tag')
  return postTags.find(tag => tag === asked) ?? null
}
