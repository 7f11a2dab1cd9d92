import type { ItemMeta, PostFields, QueueItem } from './item.ts'
import type { UploadFailure } from './upload-failure.ts'

/**
 * Pure. Events that don't fit the state change nothing, so late events are harmless.
 *
 *     WAITING → UPLOADING → PROCESSING → READY_TO_POST → POSTED
 *        ↑          ↓           ↓
 *        └── released, failed ──┴→ FAILED   Retry: FAILED → WAITING
 *
 * A posted item with an action (`onUploaded`) has changes that its post doesn't have yet.
 */
export type QueueEvent =
  | { type: 'claimed'; at: number }
  | { type: 'slot'; videoId: string; uploadUrl: string }
  | { type: 'acknowledged'; bytes: number }
  | { type: 'sent' }
  | { type: 'accepted'; videoUrl: string | null; durationSec: number }
  /** The upload may not go on now. */
  | { type: 'released' }
  | { type: 'failed'; failure: UploadFailure; notBefore: number }
  | { type: 'retried' }
  | { type: 'composed'; meta: PostFields & Pick<ItemMeta, 'onUploaded'> }
  | { type: 'edited'; meta: PostFields }
  | { type: 'postFailed'; message: string; keepAction: boolean; notBefore: number }
  /** @property content of the post: the person may have changed the item since */
  | { type: 'posted'; postId: string; content: ItemMeta }
  | { type: 'awake' }
  | { type: 'held'; until: number }

/** Server errors in a row before an item shows as failed; retries go on. */
const failuresBeforeFailed = 5

/** Parts of an item's progress. */
const progressMarks = { slot: 0.3, sent: 0.6, done: 1 } as const

export const isInProgress = ({ status }: QueueItem) => status === 'UPLOADING' || status === 'PROCESSING'

/** A posted video is deleted with its post. */
export const canDelete = (item: QueueItem) => !isInProgress(item) && item.status !== 'POSTED'

/** Its post is to be made, or changed. */
export const wantsPost = ({ status, meta }: QueueItem) =>
  (status === 'READY_TO_POST' || status === 'POSTED') && meta.onUploaded !== null

export const canRetry = ({ status }: QueueItem) => status === 'FAILED'

export const canCompose = ({ status, failure }: QueueItem) =>
  status !== 'POSTED' && !(status === 'FAILED' && failure === 'refused')

const isSameText = (a: PostFields, b: PostFields) =>
  a.caption === b.caption && a.tag === b.tag && a.visibility === b.visibility

const withoutSlot = ({ meta }: QueueItem) => ({ uploadUrl: null, meta: { ...meta, videoId: null } })

const atLeast = (item: QueueItem, progress: number) => Math.max(item.progress, progress)

function progressOf({ sizeBytes }: QueueItem, bytes: number): number {
  const part = sizeBytes > 0 ? Math.min(1, Math.max(0, bytes / sizeBytes)) : 0
  return progressMarks.slot + (progressMarks.sent - progressMarks.slot) * part
}

/** @returns the same object when nothing changes */
export function step(item: QueueItem, event: QueueEvent): QueueItem {
  switch (event.type) {
    case 'claimed':
      if (item.status !== 'WAITING' || item.heldUntil > event.at) return item
      return { ...item, status: 'UPLOADING', errorMessage: null }
    case 'slot':
      if (item.status !== 'UPLOADING') return item
      return {
        ...item,
        uploadUrl: event.uploadUrl,
        progress: atLeast(item, progressMarks.slot),
        meta: { ...item.meta, videoId: event.videoId },
      }
    case 'acknowledged':
      if (item.status !== 'UPLOADING') return item
      return {
        ...item,
        progress: atLeast(item, progressOf(item, event.bytes)),
        ...(event.bytes > 0 && { failedAttempts: 0 }),
      }
    case 'sent':
      if (item.status !== 'UPLOADING') return item
      return { ...item, status: 'PROCESSING', progress: atLeast(item, progressMarks.sent) }
    case 'accepted':
      if (item.status !== 'PROCESSING') return item
      return {
        ...item,
        status: 'READY_TO_POST',
        progress: progressMarks.done,
        remoteUri: event.videoUrl,
        durationSec: item.durationSec || event.durationSec,
        localUri: null,
        uploadUrl: null,
        errorMessage: null,
        failedAttempts: 0,
        notBefore: 0,
      }
    case 'released':
      return isInProgress(item) ? { ...item, status: 'WAITING', errorMessage: null, notBefore: 0 } : item
    case 'failed': {
      if (!isInProgress(item)) return item
      const { kind, message } = event.failure
      const failedAttempts = item.failedAttempts + 1
      const isLasting = kind === 'trouble' && failedAttempts >= failuresBeforeFailed
      const failure = kind === 'refused' || isLasting ? kind : null
      return {
        ...item,
        status: failure === null ? 'WAITING' : 'FAILED',
        failure,
        errorMessage: message,
        failedAttempts,
        notBefore: event.notBefore,
        ...(kind === 'slotLost' && withoutSlot(item)),
      }
    }
    case 'retried':
      if (item.status !== 'FAILED') return item
      return {
        ...item,
        status: 'WAITING',
        failure: null,
        errorMessage: null,
        notBefore: 0,
        // A refused upload has no bytes on the server any more.
        ...(item.failure === 'refused' && withoutSlot(item)),
      }
    case 'composed': {
      if (!canCompose(item)) return item
      // A form holds the item as it was when it opened: its video may be newer.
      const { caption, tag, visibility, onUploaded } = event.meta
      return {
        ...item,
        notBefore: item.status === 'READY_TO_POST' ? 0 : item.notBefore,
        meta: { ...item.meta, caption, tag, visibility, onUploaded },
      }
    }
    case 'postFailed':
      if (item.status !== 'READY_TO_POST' && !wantsPost(item)) return item
      return {
        ...item,
        errorMessage: event.message,
        failedAttempts: item.failedAttempts + 1,
        notBefore: event.notBefore,
        meta: { ...item.meta, onUploaded: event.keepAction ? item.meta.onUploaded : null },
      }
    case 'posted': {
      if (item.status !== 'READY_TO_POST' && item.status !== 'POSTED') return item
      const { meta } = item
      const onUploaded = isSameText(meta, event.content)
        ? null
        : (meta.onUploaded ?? event.content.onUploaded)
      return {
        ...item,
        status: 'POSTED',
        errorMessage: null,
        meta: { ...meta, postId: event.postId, onUploaded },
      }
    }
    case 'edited':
      return item.status === 'POSTED' ? { ...item, meta: { ...item.meta, ...event.meta } } : item
    case 'awake':
      return item.notBefore === 0 ? item : { ...item, notBefore: 0 }
    case 'held':
      return canDelete(item) ? { ...item, heldUntil: event.until } : item
  }
}
