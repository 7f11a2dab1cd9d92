import type { PostTag, PostVisibility } from '#contract/crew-posts.ts'

export const queueStatuses = [
  'WAITING',
  'UPLOADING',
  'PROCESSING',
  'READY_TO_POST',
  'POSTED',
  'FAILED',
] as const
export type QueueStatus = (typeof queueStatuses)[number]

export interface ItemMeta {
  caption: string
  tag: PostTag
  visibility: PostVisibility
  /** Null until a slot exists. */
  videoId: string | null
  postId: string | null
  /** What happens after the upload; null: nothing, the person decides. */
  onUploaded: 'publish' | 'draft' | null
}

export interface QueueItem {
  /** Also the idempotency key of its slot. */
  id: string
  /** Several people may share a phone. */
  ownerId: string
  /** Null once the server has accepted the file. */
  localUri: string | null
  fileName: string
  mimeType: string
  /** A data URL; null if the browser couldn't draw one. */
  thumbnail: string | null
  status: QueueStatus
  /** 0 to 1, never decreases. */
  progress: number
  sizeBytes: number
  /** Whole seconds; 0: unknown. */
  durationSec: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** Last error and what to do, or why a waiting item waits. */
  errorMessage: string | null
  /** `trouble` is retried automatically, `refused` is up to the person. */
  failure: 'trouble' | 'refused' | null
  /** Null until the rendition is ready. */
  remoteUri: string | null
  /** Null without a slot. */
  uploadUrl: string | null
  /** Expired slots; part of the next idempotency key. */
  slotsLost: number
  /** Attempts in a row without progress. */
  failedAttempts: number
  /** Milliseconds since 1970. */
  notBefore: number
  /** Paused until then, milliseconds since 1970: a delete dialog is open. */
  heldUntil: number
  meta: ItemMeta
}

export interface NewVideo {
  id: string
  ownerId: string
  fileName: string
  mimeType: string
  thumbnail: string | null
  sizeBytes: number
  durationSec: number
  createdAt: number
}

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
    slotsLost: 0,
    failedAttempts: 0,
    notBefore: 0,
    heldUntil: 0,
    meta: { caption: '', tag: 'Catch', visibility: 'Backers', videoId: null, postId: null, onUploaded: null },
  }
}
