import { clientId } from '#client/lib/client-id.ts'
import { checkLength } from '../lib/video-length.ts'
import type { QueueStore } from '../queue/store.ts'
import { fileNameOf } from './device.ts'
import type { Ending } from './recording.ts'
import { stillOf } from './still.ts'

const metadataMs = 2000

const waitFor = (target: EventTarget, event: string) =>
  new Promise<boolean>(resolve => {
    target.addEventListener(event, () => resolve(true), { once: true })
    target.addEventListener('error', () => resolve(false), { once: true })
    setTimeout(() => resolve(false), metadataMs)
  })

interface Facts {
  /** Null if unknown. */
  lengthSec: number | null
  thumbnail: string | null
}

/** The browser may not know the format. */
async function factsOf(file: Blob): Promise<Facts> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    const loading = waitFor(video, 'loadeddata')
    video.src = url
    await loading
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return { lengthSec: null, thumbnail: null }
    if (video.duration === Number.POSITIVE_INFINITY) {
      // MediaRecorder writes no duration: seeking to the end computes it.
      const duration = waitFor(video, 'durationchange')
      video.currentTime = Number.MAX_SAFE_INTEGER
      await duration
    }
    const lengthSec = Number.isFinite(video.duration) ? video.duration : null
    const seeking = waitFor(video, 'seeked')
    video.currentTime = Math.min(1, (lengthSec ?? 0) / 2)
    await seeking
    return { lengthSec, thumbnail: stillOf(video) }
  } finally {
    // Ends fetching from the revoked URL.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Stores first: iOS compresses the file again on every selection. @throws when the storage is full */
export async function addFile(store: QueueStore, file: File, ownerId: string): Promise<Ending> {
  if (file.size === 0) return { kind: 'empty' }
  const { lengthSec, thumbnail } = await factsOf(file)
  const check = lengthSec === null ? null : checkLength(lengthSec)
  if (check && check.result !== 'fine') return { kind: 'refused', check }
  const createdAt = Date.now()
  const id = clientId()
  const mimeType = file.type || 'video/mp4'
  const fileName = fileNameOf(createdAt, mimeType)
  const facts = { sizeBytes: file.size, durationSec: check?.seconds ?? 0, thumbnail }
  await store.addFile({ id, ownerId, createdAt, fileName, mimeType, ...facts }, file)
  return { kind: 'saved', id, seconds: facts.durationSec, cutShort: null }
}
