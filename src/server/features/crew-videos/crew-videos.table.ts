import type { Generated, Selectable } from 'kysely'
import type { ImageId, UserId, VideoId } from '#contract/ids.ts'

/**
 * `uploading`: bytes are coming. `uploaded`: all are there, nobody has looked at them. `processing`: a video, but no
 * browser plays it before its rendition is made. `ready`. `refused`: none we take. `failed`: no rendition could be made.
 */
export type StoredVideoStatus = 'uploading' | 'uploaded' | 'processing' | 'ready' | 'refused' | 'failed'

export type VideoFormat = 'webm' | 'mp4'

export interface CrewVideosTable {
  id: VideoId
  owner_id: UserId
  /** The same key gets the same slot. */
  idempotency_key: string | null
  file_name: string
  /** The `Upload-Metadata` of a tus creation, as the client sent it. */
  upload_metadata: string | null
  /** What the slot was given for. */
  size_bytes: number
  /** What the device said. */
  claimed_duration_ms: number | null
  status: StoredVideoStatus
  /** Why it is `refused` or `failed`, for the person. */
  refusal: string | null
  /** Measured. */
  duration_ms: number | null
  /** What it can be kept in as it is. */
  format: VideoFormat | null
  /** 1: only its rendition plays in browsers. */
  needs_rendition: Generated<0 | 1>
  hdr: Generated<0 | 1>
  /** Which files there are besides the original; the original goes an hour after `web` is there. */
  has_web: Generated<0 | 1>
  has_h264: Generated<0 | 1>
  has_poster: Generated<0 | 1>
  /** A picture that the device made, where the server could not. */
  poster_image_id: ImageId | null
  created_at: number
  /** Until then an unfinished upload is kept. */
  expires_at: number
  uploaded_at: number | null
  checked_at: number | null
}

export interface CrewVideoTables {
  crew_videos: CrewVideosTable
}

export type VideoRow = Selectable<CrewVideosTable>
