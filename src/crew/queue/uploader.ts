import type { QueueItem } from './item.ts'
import type { QueueEvent } from './machine.ts'
import type { Pace } from './pace.ts'
import { backoff, longestPauseMs, nextJob } from './schedule.ts'
import type { QueueStore } from './store.ts'
import { classifyFailure, isDiscarded, queueTexts, type UploadFailure } from './upload-failure.ts'

export interface Slot {
  uploadUrl: string
  videoId: string
}

export interface Completed {
  videoUrl: string | null
  durationSec: number
}

/** Rejects with `RequestError` or a network error. */
export interface QueueApi {
  /** Repeatable: another slot only after the first has expired, or was refused. */
  slot(item: QueueItem, signal: AbortSignal): Promise<Slot>
  /** Resolves when the server has accepted the file. */
  complete(item: QueueItem, videoId: string, signal: AbortSignal): Promise<Completed>
  /** Makes the item's post, unless it exists, and gives it the item's content. */
  post(item: QueueItem): Promise<{ postId: string; isPublished: boolean }>
  discard(videoId: string, ownerId: string): Promise<void>
  /** Extends the session. @returns whether it is this person's */
  renewSession(ownerId: string): Promise<boolean>
}

export type Transport = (
  upload: {
    id: string
    uploadUrl: string
    file: Blob
    fileName: string
    pace: Pace
    /** The server's new offset. */
    onAcknowledged(bytes: number): void
  },
  signal: AbortSignal,
) => Promise<void>

export interface UploaderHost {
  store: QueueStore
  api: QueueApi
  /** Loads the transport on first use. */
  transport(): Promise<Transport>
  pace: Pace
  now(): number
  /** 0 to 1 */
  random(): number
  /** False when offline, or on an unwanted connection. */
  mayUpload(): boolean
  ownerId(): string | null
  onSignInNeeded(): void
  onSiteLocked(): void
  onChange(item: QueueItem): void
  /** Waits until the signal or `ms` (null: never); never rejects. */
  sleep(ms: number | null, signal: AbortSignal): Promise<void>
}

/** One per device: see `runtime.ts`. */
export function makeUploader(host: UploaderHost) {
  const { store, api } = host
  let sleeping = new AbortController()
  let uploading = new AbortController()

  function nudge(): void {
    sleeping.abort()
    sleeping = new AbortController()
    if (!host.mayUpload()) uploading.abort()
  }

  async function change(item: QueueItem, event: QueueEvent): Promise<QueueItem> {
    const next = await store.apply(item.id, event)
    if (next) host.onChange(next)
    return next ?? item
  }

  const retryAt = (item: QueueItem) => host.now() + backoff(item.failedAttempts, host.random())

  async function renewSession(ownerId: string): Promise<void> {
    if (!(await api.renewSession(ownerId).catch(() => true))) host.onSignInNeeded()
  }

  async function handleFailure(item: QueueItem, failure: UploadFailure): Promise<void> {
    const delay = failure.kind === 'trouble' ? failure.retryAfterMs : null
    const notBefore = delay === null ? retryAt(item) : host.now() + Math.min(delay, longestPauseMs)
    await change(item, { type: 'failed', failure, notBefore })
    await requireAccess(item, failure.kind)
  }

  /** Has the person sign in, or enter the site's password. */
  async function requireAccess({ ownerId }: QueueItem, kind: UploadFailure['kind']): Promise<void> {
    if (kind === 'signIn') await renewSession(ownerId)
    if (kind === 'locked') host.onSiteLocked()
  }

  async function send(item: QueueItem, signal: AbortSignal): Promise<QueueItem> {
    const slot = item.uploadUrl === null ? await api.slot(item, signal) : null
    const current = slot ? await change(item, { type: 'slot', ...slot }) : item
    const { uploadUrl } = current
    if (uploadUrl === null) return current
    const file = await store.bytes(item.id)
    // The server would wait for the rest of a file that has lost a part.
    if (file?.size !== item.sizeBytes) {
      const failure = { kind: 'refused', message: queueTexts.gone } as const
      await change(current, { type: 'failed', failure, notBefore: 0 })
      return current
    }
    const transport = await host.transport()
    signal.throwIfAborted()
    let writing: Promise<unknown> = Promise.resolve()
    await transport(
      {
        id: item.id,
        uploadUrl,
        file,
        fileName: item.fileName,
        pace: host.pace,
        onAcknowledged: bytes => {
          writing = writing.then(() => change(current, { type: 'acknowledged', bytes }))
        },
      },
      signal,
    )
    await writing
    return change(current, { type: 'sent' })
  }

  async function upload(nextItem: QueueItem, runSignal: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([runSignal, uploading.signal])
    if (nextItem.status === 'FAILED') await change(nextItem, { type: 'retried' })
    // From before the device's clock was set back.
    if (nextItem.heldUntil > host.now()) await change(nextItem, { type: 'held', until: 0 })
    let item = await change(nextItem, { type: 'claimed', at: host.now() })
    if (item.status !== 'UPLOADING') return
    try {
      item = await send(item, signal)
      const { videoId } = item.meta
      if (item.status !== 'PROCESSING' || videoId === null) return
      await change(item, { type: 'accepted', ...(await api.complete(item, videoId, signal)) })
    } catch (error) {
      // Another tab runs, and has released it.
      if (runSignal.aborted) return
      if (signal.aborted) await change(item, { type: 'released' })
      else {
        const current = (await store.list()).find(({ id }) => id === item.id) ?? item
        await handleFailure(current, classifyFailure(error))
      }
    }
  }

  async function post(item: QueueItem): Promise<void> {
    try {
      const { postId } = await api.post(item)
      await change(item, { type: 'posted', postId, content: item.meta })
    } catch (error) {
      const failure = classifyFailure(error)
      const isGone = failure.kind === 'slotLost'
      await change(item, {
        type: 'postFailed',
        message: isGone ? queueTexts.noVideo : failure.message,
        keepAction: failure.kind !== 'refused' && !isGone,
        notBefore: retryAt(item),
      })
      await requireAccess(item, failure.kind)
    }
  }

  /** The server never sweeps a video that it has accepted: retries until it is deleted. */
  async function discardLeftovers(ownerId: string): Promise<void> {
    for (const videoId of await store.leftovers(ownerId)) {
      try {
        await api.discard(videoId, ownerId)
      } catch (error) {
        if (classifyFailure(error).kind === 'later') return
        if (!isDiscarded(error)) continue
      }
      await store.dropLeftover(videoId)
    }
  }

  async function work(signal: AbortSignal): Promise<void> {
    // Before the first await: a nudge during it must not be missed.
    const wakeSignal = sleeping.signal
    uploading = new AbortController()
    const owner = host.ownerId()
    if (owner === null || !host.mayUpload()) return host.sleep(null, AbortSignal.any([signal, wakeSignal]))
    await discardLeftovers(owner)
    const own = (await store.list()).filter(({ ownerId }) => ownerId === owner)
    const job = nextJob(own, host.now())
    switch (job.kind) {
      case 'post':
        return post(job.item)
      case 'upload':
        return upload(job.item, signal)
      case 'wait': {
        const ms = job.until === null ? null : Math.max(0, job.until - host.now())
        return host.sleep(ms, AbortSignal.any([signal, wakeSignal]))
      }
    }
  }

  return {
    nudge,
    /** Retries everything now: the network or the person is back. */
    async wake(): Promise<void> {
      for (const { id, notBefore } of await store.list())
        if (notBefore > 0) await store.apply(id, { type: 'awake' })
      nudge()
    },
    async run(signal: AbortSignal): Promise<void> {
      // Left by a tab that no longer uploads.
      for (const { id } of await store.list()) await store.apply(id, { type: 'released' })
      while (!signal.aborted) await work(signal)
    },
  }
}
