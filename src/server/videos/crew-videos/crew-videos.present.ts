import { iso } from '#contract/iso.ts'
import type { CompletedVideo, CrewVideo, UploadSlot } from '#contract/videos/crew-videos.ts'
import { isPreparing, isUnfinished, shownStatus } from './crew-videos.rules.ts'
import type { VideoRow } from './crew-videos.table.ts'
import { presentFiles } from './playback/video-files.present.ts'
import type { Videos } from './services.ts'

export function presentSlot({ tokens }: Videos, video: VideoRow, origin: string): UploadSlot {
  const token = tokens.tokenFor(video.id)
  return {
    uploadUrl: `${origin}/files/${video.id}?token=${token}`,
    token,
    path: `videos/${video.id}`,
    videoId: video.id,
  }
}

export function presentCompleted({ links, deps }: Videos, video: VideoRow): CompletedVideo {
  const { videoUrl, thumbnailUrl, durationSec } = presentFiles(video, links, deps.now(), true)
  return {
    id: video.id,
    video_url: videoUrl,
    thumbnail_url: thumbnailUrl,
    duration_sec: durationSec,
    status: shownStatus(video),
  }
}

/** @param received bytes; null: upload finished */
export function presentVideo({ links, deps }: Videos, video: VideoRow, received: number | null): CrewVideo {
  const { videoUrl, thumbnailUrl, durationSec } = presentFiles(video, links, deps.now(), true)
  return {
    id: video.id,
    status: shownStatus(video),
    isPreparing: isPreparing(video),
    reason: video.refusal,
    sizeBytes: video.size_bytes,
    receivedBytes: isUnfinished(video) ? (received ?? 0) : video.size_bytes,
    videoUrl,
    thumbnailUrl,
    durationSec: video.duration_ms === null ? null : durationSec,
    createdAt: iso(video.created_at),
  }
}
