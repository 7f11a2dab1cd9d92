import type { Generated, Selectable } from 'kysely'
import type { ImageId, UserId, VideoId } from '#contract/ids.ts'

/** `uploaded`: not probed. `processing`: waits for the rendition. */
export type StoredVideoStatus = 'uploading' | 'uploaded' | 'processing' | 'ready' | 'refused' | 'failed'

export type VideoFormat = 'webm' | 'mp4'

export interface CrewVideosTable {
  id: VideoId
  owner_id: UserId
  /** Unique for each owner. */
  idempotency_key: string | null
  file_name: string
  /** tus `Upload-Metadata`, verbatim. */
  upload_metadata: string | null
  size_bytes: number
  claimed_duration_ms: number | null
  status: StoredVideoStatus
  refusal: string | null
  /** Measured milliseconds, or null. */
  duration_ms: number | null
  format: VideoFormat | null
  /** 1: browsers play only the rendition. */
  needs_rendition: Generated<0 | 1>
  hdr: Generated<0 | 1>
  /** The original is deleted an hour after `web` exists. */
  has_web: Generated<0 | 1>
  has_h264: Generated<0 | 1>
  has_poster: Generated<0 | 1>
  /** Picture from the device if the server has no ffmpeg, or null. */
  poster_image_id: ImageId | null
  created_at: number
  /** Time at which an unfinished upload expires. */
  expires_at: number
  uploaded_at: number | null
  checked_at: number | null
  /** Time at which its files were deleted because of their age, as its refusal says, or null. */
  removed_at: number | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    crew_videos: CrewVideosTable
  }
}

export type VideoRow = Selectable<CrewVideosTable>
