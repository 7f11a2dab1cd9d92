import { checkLength, type LengthCheck } from '../lib/video-length.ts'
import type { QueueStore } from '../queue/store.ts'
import { fileNameOf } from './device.ts'
import { newRecordingId } from './recording-id.ts'
import { stillOf } from './still.ts'

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

export type Picked = { kind: 'saved'; id: string } | { kind: 'refused'; check: LengthCheck }

/**
 * Puts a file from the device's own camera or library into the queue. It is stored first: iOS makes another file of it
 * with each choice. What the browser cannot measure the server will.
 * @throws when the storage cannot take it
 */
export async function addFile(store: QueueStore, file: File, ownerId: string): Promise<Picked> {
  const { lengthSec, thumbnail } = await factsOf(file)
  const check = lengthSec === null ? null : checkLength(lengthSec)
  if (check && check.result !== 'fine') return { kind: 'refused', check }
  const createdAt = Date.now()
  const id = newRecordingId()
  const mimeType = file.type || 'video/mp4'
  const recording = { id, ownerId, createdAt, fileName: fileNameOf(createdAt, mimeType), mimeType, thumbnail }
  try {
    await store.beginRecording(recording)
    await store.addSlice(id, 0, file, (lengthSec ?? 0) * 1000)
    await store.finishRecording({ ...recording, sizeBytes: file.size, durationSec: check?.seconds ?? 0 })
  } catch (error) {
    await store.dropRecording(id).catch(() => {})
    throw error
  }
  return { kind: 'saved', id }
}
