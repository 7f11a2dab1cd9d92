import type { BoatSummary } from '#contract/boats/boats.ts'
import type { CrewPost, EntryPost, PublicPost } from '#contract/videos/crew-posts.ts'

/** A published post from any list. */
export type Clip = PublicPost & {
  /** For the boat's backers alone, or a draft. */
  isPrivate?: boolean
}

/** @param post that may be for backers, or a draft */
export const clipOfPost = (post: CrewPost): Clip => ({
  ...post,
  publishedAt: post.publishedAt ?? post.createdAt,
  isPrivate: post.visibility === 'Backers' || post.publishedAt === null,
})

export const clipOfEntry = (post: EntryPost, { id, name }: BoatSummary): Clip => ({
  id: post.id,
  tag: post.tag,
  caption: post.caption,
  createdAt: post.created_at,
  publishedAt: post.published_at,
  boat: { id, name },
  isPrivate: post.visibility === 'Backers',
  video: {
    id: post.video.id,
    videoUrl: post.video.video_url,
    thumbnailUrl: post.video.thumbnail_url,
    durationSec: post.video.duration_sec,
  },
})

export const titleOf = ({ caption, tag, boat }: Pick<Clip, 'caption' | 'tag' | 'boat'>): string =>
  caption ?? (boat === null ? tag : `${tag} on ${boat.name}`)
