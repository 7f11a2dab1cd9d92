import type { PostTag, PostVisibility } from '#contract/videos/crew-posts.ts'

export const queueStatuses = [
  'WAITING',
  'UPLOADING',
  'PROCESSING',
  'READY_TO_POST',
  'POSTED',
  'FAILED',
] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** What a person writes. */
export interface PostFields {
  caption: string
  tag: PostTag
  visibility: PostVisibility
}

export interface ItemMeta extends PostFields {
  videoId: string | null
  postId: string | null
  /** Action after the upload, or null if the person decides. */
  onUploaded: 'publish' | 'draft' | null
}

export interface QueueItem {
  /** Id, which is also the slot's idempotency key. */
  id: string
  /** People may share a phone. */
  ownerId: string
  localUri: string | null
  fileName: string
  mimeType: string
  /** A data URL. */
  thumbnail: string | null
  status: QueueStatus
  /** 0 to 1, never decreases. */
  progress: number
  sizeBytes: number
  /** Whole seconds; 0: unknown. */
  durationSec: number
  /** Milliseconds since 1970. */
  createdAt: number
  errorMessage: string | null
  /** `trouble` is retried; `refused` is up to the person. */
  failure: 'trouble' | 'refused' | null
  remoteUri: string | null
  uploadUrl: string | null
  /** Failures in a row, without progress. */
  failedAttempts: number
  /** Milliseconds since 1970. */
  notBefore: number
  /** Milliseconds since 1970; paused by a delete dialog. */
  heldUntil: number
  meta: ItemMeta
}

export type NewVideo = Pick<
  QueueItem,
  'id' | 'ownerId' | 'fileName' | 'mimeType' | 'thumbnail' | 'sizeBytes' | 'durationSec' | 'createdAt'
>

export function newItem(video: NewVideo): QueueItem {
  return {
    ...video,
    localUri: `take:${video.id}`,
    status: 'WAITING',
    progress: 0,
    errorMessage: null,
    failure: null,
    remoteUri: null,
    uploadUrl: null,
    failedAttempts: 0,
    notBefore: 0,
    heldUntil: 0,
    meta: { caption: '', tag: 'Catch', visibility: 'Backers', videoId: null, postId: null, onUploaded: null },
  }
}
