import type { PostTag } from '#contract/crew-posts.ts'

const tags: readonly PostTag[] = ['Catch', 'Hookup', 'Run', 'Other']

export function tagIn(search: string): PostTag | null {
  const asked = new URLSearchParams(search).get('tag')
  return tags.find(tag => tag === asked) ?? null
}
