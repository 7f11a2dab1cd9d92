import type { PostTag } from '#contract/videos/crew-posts.ts'
import { postTags } from '#contract/videos/post-tags.ts'

/** Returns the tag in `?tag=`, or null if there is none or it is unknown. */
export function tagIn(search: string): PostTag | null {
  const value = new URLSearchParams(search).get('tag')
  return postTags.find(tag => tag === value) ?? null
}
