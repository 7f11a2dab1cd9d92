import type { Generated, Selectable } from 'kysely'
import type { ImageId, UserId, VideoId } from '#contract/ids.ts'

/** `uploaded`: complete, not probed. `processing`: accepted, unplayable before the rendition exists. */
export type StoredVideoStatus = 'uploading' | 'uploaded' | 'processing' | 'ready' | 'refused' | 'failed'

export type VideoFormat = 'webm' | 'mp4'

export interface CrewVideosTable {
  id: VideoId
  owner_id: UserId
  /** Idempotency key of the slot, per owner. */
  idempotency_key: string | null
  file_name: string
  /** `Upload-Metadata` of a tus creation, verbatim. */
  upload_metadata: string | null
  /** Declared by the client. */
  size_bytes: number
  /** Declared by the client. */
  claimed_duration_ms: number | null
  status: StoredVideoStatus
  /** Reason for `refused` or `failed`, shown to the person. */
  refusal: string | null
  /** Measured. */
  duration_ms: number | null
  /** Container that fits its codecs. */
  format: VideoFormat | null
  /** 1: browsers play only its rendition. */
  needs_rendition: Generated<0 | 1>
  hdr: Generated<0 | 1>
  /** Files besides the original, which is deleted an hour after `web` exists. */
  has_web: Generated<0 | 1>
  has_h264: Generated<0 | 1>
  has_poster: Generated<0 | 1>
  /** Made by the device where the server has no ffmpeg. */
  poster_image_id: ImageId | null
  created_at: number
  /** Deadline for an unfinished upload. */
  expires_at: number
  uploaded_at: number | null
  checked_at: number | null
}

export interface CrewVideoTables {
  crew_videos: CrewVideosTable
}

export type VideoRow = Selectable<CrewVideosTable>
