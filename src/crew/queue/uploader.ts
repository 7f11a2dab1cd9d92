import type { QueueItem } from './item.ts'
import type { QueueEvent } from './machine.ts'
import type { Pace } from './pace.ts'
import { backoff, nextJob } from './schedule.ts'
import type { QueueStore } from './store.ts'
import { classifyFailure, queueTexts, type UploadFailure } from './upload-failure.ts'

/** What the server says of a slot. */
export interface Slot {
  uploadUrl: string
  videoId: string
}

/** What the server says of a file that it has accepted. */
export interface Completed {
  /** Null while it makes a version that every phone plays. */
  videoUrl: string | null
  durationSec: number
}

/** The calls that a queue makes besides sending bytes. Each rejects with a `RequestError`, or as the network fails. */
export interface QueueApi {
  /** @param key the same key gets the same slot again */
  slot(item: QueueItem, key: string): Promise<Slot>
  /** Resolves when the server has probed and accepted the file. */
  complete(item: QueueItem, videoId: string): Promise<Completed>
  post(item: QueueItem): Promise<{ postId: string }>
  /** Takes a video that nobody wants any more from the server, whatever part of it has arrived. */
  discard(videoId: string): Promise<void>
  /** Whether there is a session again: reading it also extends it. */
  renewSession(): Promise<boolean>
}

/** Sends bytes from where the server has them; see `tus-transport.ts`. */
export type Transport = (
  upload: {
    id: string
    uploadUrl: string
    file: Blob
    fileName: string
    pace: Pace
    /** The server has so many bytes. */
    onAcknowledged(bytes: number): void
  },
  signal: AbortSignal,
) => Promise<void>

export interface UploaderHost {
  store: QueueStore
  api: QueueApi
  /** Loaded with the first upload. */
  transport(): Promise<Transport>
  pace: Pace
  now(): number
  /** 0 to 1 */
  random(): number
  /** Whether to try, and to go on: not while offline, nor on a link that the person does not want to pay for. */
  mayUpload(): boolean
  /** Whose items these are; null: nobody is known, so nothing is sent. */
  ownerId(): string | null
  /** The session is gone for good: the person has to sign in. */
  onSignInNeeded(): void
  /** The site's gate is closed: the person has to enter the site password. */
  onSiteLocked(): void
  /** Something of this item has changed. */
  onChange(item: QueueItem): void
  /** Resolves after so many milliseconds (null: never) or when the signal fires. Never rejects. */
  sleep(ms: number | null, signal: AbortSignal): Promise<void>
}

/** After so many fruitless attempts an item is shown as failed; it is tried again all the same. */
const patience = 5

/** Under the same key the server would give an expired slot again. */
const keyOf = ({ id, slotsLost }: QueueItem) => (slotsLost === 0 ? id : `${id}.${slotsLost}`)

/** One queue's uploader: one job at a time, for as long as it runs. Only one may run for a device: see `runtime.ts`. */
export function makeUploader(host: UploaderHost) {
  const { store, api } = host
  let nap = new AbortController()
  let attempt = new AbortController()

  /** Ends the current wait, so that what has changed is seen; and the current upload where it may not go on. */
  function nudge(): void {
    nap.abort()
    nap = new AbortController()
    if (!host.mayUpload()) attempt.abort()
  }

  async function change(item: QueueItem, event: QueueEvent): Promise<QueueItem> {
    const next = await store.apply(item.id, event)
    if (next) host.onChange(next)
    return next ?? item
  }

  const later = (item: QueueItem) => host.now() + backoff(item.failedAttempts, host.random())

  /** Reading the session extends it; when it is gone the person is asked. Offline nobody can tell. */
  async function askForSession(): Promise<void> {
    if (!(await api.renewSession().catch(() => true))) host.onSignInNeeded()
  }

  async function settle(item: QueueItem, failure: UploadFailure): Promise<void> {
    const { message } = failure
    const notBefore = later(item)
    switch (failure.kind) {
      case 'later':
        await change(item, { type: 'released', reason: message, notBefore })
        return
      case 'signIn':
        await change(item, { type: 'released', reason: message, notBefore })
        await askForSession()
        return
      case 'locked':
        await change(item, { type: 'released', reason: message, notBefore })
        host.onSiteLocked()
        return
      case 'slotLost':
        await change(item, { type: 'slotLost', reason: message, notBefore })
        return
      case 'trouble': {
        const at = failure.retryAfterMs === null ? notBefore : host.now() + failure.retryAfterMs
        if (item.failedAttempts + 1 < patience)
          await change(item, { type: 'released', reason: message, notBefore: at })
        else await change(item, { type: 'failed', message, failure: 'trouble', notBefore: at })
        return
      }
      case 'refused':
        await change(item, { type: 'failed', message, failure: 'refused', notBefore: 0 })
    }
  }

  async function send(item: QueueItem, signal: AbortSignal): Promise<QueueItem> {
    const slot = item.uploadUrl === null ? await api.slot(item, keyOf(item)) : null
    const held = slot ? await change(item, { type: 'slot', ...slot }) : item
    const { uploadUrl } = held
    if (uploadUrl === null) return held
    const file = await store.bytes(item.id)
    if (!file) {
      await change(held, { type: 'failed', message: queueTexts.gone, failure: 'refused', notBefore: 0 })
      return held
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
          writing = writing.then(() => change(held, { type: 'acknowledged', bytes }))
        },
      },
      signal,
    )
    await writing
    return change(held, { type: 'sent' })
  }

  async function upload(chosen: QueueItem, signal: AbortSignal): Promise<void> {
    if (chosen.status === 'FAILED') await change(chosen, { type: 'retried' })
    let item = await change(chosen, { type: 'claimed', at: host.now() })
    if (item.status !== 'UPLOADING') return
    try {
      item = await send(item, signal)
      const { videoId } = item.meta
      if (item.status !== 'PROCESSING' || videoId === null) return
      await change(item, { type: 'accepted', ...(await api.complete(item, videoId)) })
      await store.dropBytes(item.id)
    } catch (error) {
      if (signal.aborted) await change(item, { type: 'released', reason: null, notBefore: 0 })
      else {
        // Read again: the attempt may have brought bytes, which makes it no fruitless one.
        const known = (await store.list()).find(({ id }) => id === item.id) ?? item
        await settle(known, classifyFailure(error))
      }
    }
  }

  async function post(item: QueueItem): Promise<void> {
    try {
      await change(item, { type: 'posted', ...(await api.post(item)) })
    } catch (error) {
      const failure = classifyFailure(error)
      const isGone = failure.kind === 'slotLost'
      await change(item, {
        type: 'postFailed',
        message: isGone ? queueTexts.noVideo : failure.message,
        keepAction: failure.kind !== 'refused' && !isGone,
        notBefore: later(item),
      })
      if (failure.kind === 'signIn') await askForSession()
      if (failure.kind === 'locked') host.onSiteLocked()
    }
  }

  async function discardLeftovers(): Promise<void> {
    for (const videoId of await store.leftovers()) {
      try {
        await api.discard(videoId)
      } catch (error) {
        // The server sweeps what nobody finishes; only what it could not hear is said again.
        if (classifyFailure(error).kind === 'later') return
      }
      await store.dropLeftover(videoId)
    }
  }

  async function work(signal: AbortSignal): Promise<void> {
    const rest = nap.signal
    const owner = host.ownerId()
    if (owner === null || !host.mayUpload()) return host.sleep(null, AbortSignal.any([signal, rest]))
    await discardLeftovers()
    const own = (await store.list()).filter(({ ownerId }) => ownerId === owner)
    const job = nextJob(own, host.now())
    switch (job.kind) {
      case 'post':
        return post(job.item)
      case 'upload':
        attempt = new AbortController()
        return upload(job.item, AbortSignal.any([signal, attempt.signal]))
      case 'wait': {
        const ms = job.until === null ? null : Math.max(0, job.until - host.now())
        return host.sleep(ms, AbortSignal.any([signal, rest]))
      }
    }
  }

  return {
    nudge,
    /** The network is back, or the person is: everything is due again. */
    async wake(): Promise<void> {
      for (const { id, notBefore } of await store.list())
        if (notBefore > 0) await store.apply(id, { type: 'awake' })
      nudge()
    },
    /** Until the signal fires. */
    async run(signal: AbortSignal): Promise<void> {
      await store.releaseAll()
      while (!signal.aborted) await work(signal)
    },
  }
}
