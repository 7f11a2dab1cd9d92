import { type VideoRuling, videoRuling } from '../lib/video-rules.ts'
import type { QueueStore } from '../queue/store.ts'
import { fileNameOf } from './device.ts'
import { stillOf } from './still.ts'
import { newTakeId } from './take-id.ts'

/** The specification's patience with a file's metadata. */
const metadataMs = 2000

const heard = (target: EventTarget, event: string) =>
  new Promise<boolean>(resolve => {
    target.addEventListener(event, () => resolve(true), { once: true })
    target.addEventListener('error', () => resolve(false), { once: true })
    setTimeout(() => resolve(false), metadataMs)
  })

interface Facts {
  /** Null: this browser cannot say. */
  lengthSec: number | null
  thumbnail: string | null
}

/** What the browser can say of a video file; a phone's newer formats it may not know at all. */
async function factsOf(file: Blob): Promise<Facts> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    const loaded = heard(video, 'loadeddata')
    video.src = url
    await loaded
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return { lengthSec: null, thumbnail: null }
    if (video.duration === Number.POSITIVE_INFINITY) {
      // A recorder's file does not say how long it is until its end has been looked for.
      const known = heard(video, 'durationchange')
      video.currentTime = Number.MAX_SAFE_INTEGER
      await known
    }
    const lengthSec = Number.isFinite(video.duration) ? video.duration : null
    const there = heard(video, 'seeked')
    video.currentTime = Math.min(1, (lengthSec ?? 0) / 2)
    await there
    return { lengthSec, thumbnail: stillOf(video) }
  } finally {
    // Without the load it would go on fetching from an address that is no more.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

export type Picked = { kind: 'saved'; id: string } | { kind: 'refused'; ruling: VideoRuling }

/**
 * Puts a file from the device's own camera or library into the queue. It is stored first: iOS makes another file of it
 * with each choice. What the browser cannot measure the server will.
 * @throws when the storage cannot take it
 */
export async function takeFile(store: QueueStore, file: File, ownerId: string): Promise<Picked> {
  const { lengthSec, thumbnail } = await factsOf(file)
  const ruling = lengthSec === null ? null : videoRuling(lengthSec)
  if (ruling && ruling.verdict !== 'fine') return { kind: 'refused', ruling }
  const createdAt = Date.now()
  const id = newTakeId()
  const mimeType = file.type || 'video/mp4'
  const take = { id, ownerId, createdAt, fileName: fileNameOf(createdAt, mimeType), mimeType, thumbnail }
  try {
    await store.beginTake(take)
    await store.addSlice(id, 0, file, (lengthSec ?? 0) * 1000)
    await store.finishTake({ ...take, sizeBytes: file.size, durationSec: ruling?.seconds ?? 0 })
  } catch (error) {
    await store.dropTake(id).catch(() => {})
    throw error
  }
  return { kind: 'saved', id }
}
