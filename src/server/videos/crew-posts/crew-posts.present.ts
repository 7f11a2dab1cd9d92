import { iso, isoOrNull } from '#contract/iso.ts'
import type { CrewPost, EntryPost, PublicPost } from '#contract/videos/crew-posts.ts'
import { isPreparing, isShowable, type MediaLinks, presentFiles } from '#server/videos/crew-videos/index.ts'
import type { PostWithVideo } from './post-lists.queries.ts'

function videoStateOf(post: PostWithVideo): CrewPost['videoState'] {
  if (isShowable(post)) return 'ready'
  if (post.removed_at !== null) return 'removed'
  return isPreparing(post) ? 'preparing' : 'failed'
}

/** The answer contains links to the video: call `canSeePost` first. */
export function presentPost(post: PostWithVideo, links: MediaLinks, now: number, isAuthor = false): CrewPost {
  return {
    id: post.id,
    caption: post.caption,
    tag: post.tag,
    visibility: post.visibility,
    createdAt: iso(post.created_at),
    publishedAt: isoOrNull(post.published_at),
    video: { id: post.video_id, ...presentFiles({ ...post, id: post.video_id }, links, now, isAuthor) },
    videoState: videoStateOf(post),
    boat: post.boat_id === null ? null : { id: post.boat_id, name: post.boat_name ?? '' },
    hidden: post.hidden_at !== null,
  }
}

export function presentPublic(post: PostWithVideo, links: MediaLinks, now: number): PublicPost {
  const { id, tag, caption, createdAt, boat, video } = presentPost(post, links, now)
  return { id, tag, caption, createdAt, publishedAt: iso(post.published_at ?? post.created_at), boat, video }
}

export function presentOfEntry(post: PostWithVideo, links: MediaLinks, now: number): EntryPost {
  const { id, tag, caption, visibility, createdAt, video } = presentPost(post, links, now)
  return {
    id,
    tag,
    caption,
    visibility,
    published_at: iso(post.published_at ?? post.created_at),
    created_at: createdAt,
    video: {
      id: video.id,
      video_url: video.videoUrl,
      thumbnail_url: video.thumbnailUrl,
      duration_sec: video.durationSec,
    },
  }
}
