import { reusableLink } from '#client/lib/media-link.ts'
import type { CrewPost, EntryPost, PostTag, PublicPost } from '#contract/videos/crew-posts.ts'

/** A published post from any list. */
export interface Clip {
  id: string
  tag: PostTag
  caption: string | null
  /** ISO 8601, UTC. */
  publishedAt: string
  /** Null: the author crewed none. */
  boat: string | null
  boatId: string | null
  isPublic: boolean
  /** Signed links; null while processing, and without a poster. */
  videoUrl: string | null
  thumbnailUrl: string | null
  durationSec: number
}

export const clipOfPublic = ({ id, tag, caption, publishedAt, boat, video }: PublicPost): Clip => ({
  id,
  tag,
  caption,
  publishedAt,
  boat: boat?.name ?? null,
  boatId: boat?.id ?? null,
  isPublic: true,
  videoUrl: video.videoUrl,
  thumbnailUrl: video.thumbnailUrl,
  durationSec: video.durationSec,
})

export const clipOfEntry = (
  { id, tag, caption, published_at, visibility, video }: EntryPost,
  boat: { id: string; name: string },
): Clip => ({
  id,
  tag,
  caption,
  publishedAt: published_at,
  boat: boat.name,
  boatId: boat.id,
  isPublic: visibility === 'Public',
  videoUrl: video.video_url,
  thumbnailUrl: video.thumbnail_url,
  durationSec: video.duration_sec,
})

export const clipOfPost = (post: CrewPost): Clip => ({
  id: post.id,
  tag: post.tag,
  caption: post.caption,
  publishedAt: post.publishedAt ?? post.createdAt,
  boat: post.boat?.name ?? null,
  boatId: post.boat?.id ?? null,
  isPublic: post.visibility === 'Public' && post.publishedAt !== null,
  videoUrl: post.video.videoUrl,
  thumbnailUrl: post.video.thumbnailUrl,
  durationSec: post.video.durationSec,
})

/** The fresh clip with the known links while they're valid, so that nothing loads twice. */
export const refreshed = (known: Clip, fresh: Clip, now: number): Clip => ({
  ...fresh,
  videoUrl: reusableLink(known.videoUrl, fresh.videoUrl, now),
  thumbnailUrl: reusableLink(known.thumbnailUrl, fresh.thumbnailUrl, now),
})

export const titleOf = ({ caption, tag, boat }: Pick<Clip, 'caption' | 'tag' | 'boat'>): string =>
  caption ?? (boat === null ? tag : `${tag} on ${boat}`)
