import type { PostTag, PostVisibility } from '#contract/crew-posts.ts'

/** A video of this device on its way to the server, as the specification has it, and what the way needs besides. */

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
  /** The server's video, once there is a slot for it. */
  videoId: string | null
  postId: string | null
  /** What is to become of the video as soon as the server has accepted it; null: the person says so later. */
  onUploaded: 'publish' | 'draft' | null
}

export interface QueueItem {
  /** Also the key under which the server gives this video the same slot again. */
  id: string
  /** Whose video it is: several people may use one phone. */
  ownerId: string
  /** Where its bytes lie on this device; null once the server has accepted them. */
  localUri: string | null
  fileName: string
  mimeType: string
  /** A still as a data URL; null where the browser could not draw one. */
  thumbnail: string | null
  status: QueueStatus
  /** 0 to 1; never falls. */
  progress: number
  sizeBytes: number
  /** Whole seconds; 0 until somebody could tell. */
  durationSec: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** What went wrong last, and what to do about it; of a waiting item: why it waits. */
  errorMessage: string | null
  /** Of a failed item: `trouble` may pass and is tried again by itself, `refused` is for the person to decide. */
  failure: 'trouble' | 'refused' | null
  /** Where the server plays it; null while it makes a version that every phone plays. */
  remoteUri: string | null
  /** Of the slot; null: there is none yet, or it has expired. */
  uploadUrl: string | null
  /** How many slots have expired under it: each needs a key of its own. */
  slotsLost: number
  /** Attempts in a row that brought nothing. */
  failedAttempts: number
  /** Not to be tried before; milliseconds since 1970. */
  notBefore: number
  /** Until then nobody takes it up: its person is being asked whether to delete it. Milliseconds since 1970. */
  heldUntil: number
  meta: ItemMeta
}

/** What a new item starts from. */
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
