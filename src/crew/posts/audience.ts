import type { Assignment } from '#contract/boats/crew-members.ts'
import type { PostVisibility } from '#contract/videos/crew-posts.ts'

/** Readers of a post that is published now, and its boat. */
export function audienceOf({ boat, approved }: Assignment, visibility: PostVisibility): string {
  const isPublic = visibility === 'Public'
  if (!boat)
    return isPublic
      ? 'Everyone sees it, without a boat: you have none in Settings.'
      : 'Only you see it: you have no boat. Choose one in Settings.'
  if (approved)
    return isPublic
      ? `Everyone sees it, with the name of ${boat.name}.`
      : `The backers and crew of ${boat.name} see it.`
  const reason = `the owner of ${boat.name} hasn’t approved you yet.`
  return isPublic ? `Everyone sees it, without a boat: ${reason}` : `Only you see it: ${reason}`
}
