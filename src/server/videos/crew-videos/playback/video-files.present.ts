import { imageUrl } from '#contract/images.ts'
import { cleanFile } from '../crew-videos.rules.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import type { MediaLinks } from './media-links.rules.ts'

type Files = Pick<
  VideoRow,
  'id' | 'status' | 'duration_ms' | 'has_web' | 'has_h264' | 'has_poster' | 'poster_image_id'
>

/** @param isOwner the original may contain the location */
export function presentFiles(video: Files, links: MediaLinks, now: number, isOwner: boolean) {
  const best = cleanFile(video) ?? (isOwner ? 'original' : null)
  return {
    videoUrl: video.status === 'ready' && best !== null ? links.linkTo(video.id, best, now) : null,
    thumbnailUrl: video.has_poster ? links.linkTo(video.id, 'poster', now) : imageUrl(video.poster_image_id),
    durationSec: Math.round((video.duration_ms ?? 0) / 100) / 10,
  }
}
