import { reusableLink } from '#client/lib/media-link.ts'
import type { CrewPost, EntryPost, PostTag } from '#contract/videos/crew-posts.ts'

/** A published post from any list. */
export interface Clip {
  id: string
  tag: PostTag
  caption: string | null
  /** ISO 8601, UTC. */
  publishedAt: string
  /** Null if the author crewed none. */
  boat: string | null
  boatId: string | null
  isPublic: boolean
  /** Signed links; null while processing, and without a poster. */
  videoUrl: string | null
  thumbnailUrl: string | null
  durationSec: number
}

type Post = Pick<CrewPost, 'id' | 'tag' | 'caption' | 'boat' | 'video' | 'createdAt' | 'publishedAt'>

export const clipOfPost = ({ id, tag, caption, boat, video, ...post }: Post & Partial<CrewPost>): Clip => ({
  id,
  tag,
  caption,
  publishedAt: post.publishedAt ?? post.createdAt,
  boat: boat?.name ?? null,
  boatId: boat?.id ?? null,
  isPublic: post.visibility !== 'Backers' && post.publishedAt !== null,
  videoUrl: video.videoUrl,
  thumbnailUrl: video.thumbnailUrl,
  durationSec: video.durationSec,
})

export const clipOfEntry = (post: EntryPost, boat: { id: string; name: string }): Clip => ({
  id: post.id,
  tag: post.tag,
  caption: post.caption,
  publishedAt: post.published_at,
  boat: boat.name,
  boatId: boat.id,
  isPublic: post.visibility === 'Public',
  videoUrl: post.video.video_url,
  thumbnailUrl: post.video.thumbnail_url,
  durationSec: post.video.duration_sec,
})

/** The latest clip with the previous links while they're valid, so that nothing loads twice. */
export const refreshClip = (previous: Clip, latest: Clip, now: number): Clip => ({
  ...latest,
  videoUrl: reusableLink(previous.videoUrl, latest.videoUrl, now),
  thumbnailUrl: reusableLink(previous.thumbnailUrl, latest.thumbnailUrl, now),
})

export const titleOf = ({ caption, tag, boat }: Pick<Clip, 'caption' | 'tag' | 'boat'>): string =>
  caption ?? (boat === null ? tag : `${tag} on ${boat}`)
