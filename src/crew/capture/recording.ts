import { setBusy } from '#client/lib/busy.ts'
import { clientId } from '#client/lib/client-id.ts'
import { keepAwake } from '#client/lib/wake-lock.ts'
import { type LengthCheck, videoMax } from '../lib/video-length.ts'
import { lockRecording, queueRecording } from '../queue/recover-recordings.ts'
import type { QueueStore } from '../queue/store.ts'
import { fileNameOf, isFullError, recordingType, vibrate } from './device.ts'

const bitsPerSecond = 2_500_000
/** Each slice is stored at once: a closed tab loses at most one. */
const sliceMs = 1000
/** Slices after it are left out: a busy phone stops late, and the server refuses videos of more than 60.5 s. */
const cutAtMs = (videoMax + 0.25) * 1000
/** The first frames often show the deck. */
const stillAtMs = 1000

/** What became of a recording, or of a file. */
export type Ending =
  /** @property seconds in the queue @property cutShort what the device's storage did before the end */
  | { kind: 'saved'; id: string; seconds: number; cutShort: 'full' | 'failed' | null }
  | { kind: 'refused'; check: LengthCheck }
  | { kind: 'empty' }
  /** Not yet in the queue: the device's storage failed at the end. */
  | { kind: 'stored' }
  | { kind: 'lost'; isFull: boolean }

export interface Recording {
  /** Milliseconds. */
  length(): number
  stop(): void
  /** Never rejects. */
  ending: Promise<Ending>
}

/** Stores each slice. @throws when the browser can't record, or the storage is full */
export async function record(
  store: QueueStore,
  stream: MediaStream,
  ownerId: string,
  still: () => string | null,
): Promise<Recording> {
  const mimeType = recordingType()
  const recorder = new MediaRecorder(stream, {
    videoBitsPerSecond: bitsPerSecond,
    ...(mimeType && { mimeType }),
  })
  const createdAt = Date.now()
  const id = clientId()
  const type = recorder.mimeType || mimeType || 'video/webm'
  const recording = { id, ownerId, createdAt, fileName: fileNameOf(createdAt, type), mimeType: type }
  const unlock = await lockRecording(navigator.locks, id)

  let thumbnail: string | null = null
  let index = 0
  // The first frame is between these two.
  let calledAt = performance.now()
  let startedAt = calledAt
  let stoppedAt: number | null = null
  let problem: unknown = null
  let hasSlices = false
  let writing: Promise<void> = store.beginRecording({ ...recording, thumbnail })
  const since = (time: number) => (stoppedAt ?? performance.now()) - time
  const length = () => since(startedAt)

  const stop = () => {
    // A busy phone fires `stop` late.
    stoppedAt ??= performance.now()
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const write = (work: () => Promise<void>) => {
    // Behind a slice that is missing, the others can't be played.
    const unlessFailed = () => (problem === null ? work() : undefined)
    writing = writing.then(unlessFailed).catch((error: unknown) => {
      problem ??= error
      stop()
    })
  }

  async function finish(): Promise<Ending> {
    await writing
    try {
      const check = await queueRecording(store, { ...recording, thumbnail })
      const isFull = isFullError(problem)
      if (check.result === 'too-short')
        return problem === null && hasSlices ? { kind: 'refused', check } : { kind: 'lost', isFull }
      const cutShort = problem === null ? null : isFull ? 'full' : 'failed'
      return { kind: 'saved', id, seconds: check.seconds, cutShort }
    } catch (error) {
      return hasSlices ? { kind: 'stored' } : { kind: 'lost', isFull: isFullError(error) }
    }
  }

  const { promise: ending, resolve: end } = Promise.withResolvers<Ending>()
  let limit: ReturnType<typeof setTimeout> | undefined
  let stillTimer: ReturnType<typeof setTimeout> | undefined

  recorder.addEventListener('start', () => {
    startedAt = performance.now()
    stillTimer = setTimeout(() => {
      thumbnail = still()
      write(() => store.beginRecording({ ...recording, thumbnail }))
    }, stillAtMs)
  })
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0 || problem !== null || since(calledAt) > cutAtMs) return
    const at = length()
    const position = index
    index += 1
    write(async () => {
      await store.addSlice(id, position, data, at)
      hasSlices = true
    })
  })
  recorder.addEventListener('error', stop)
  // The event also comes when the camera disconnects.
  recorder.addEventListener('stop', () => {
    stoppedAt ??= performance.now()
    clearTimeout(limit)
    clearTimeout(stillTimer)
    vibrate([60, 80, 60])
    void finish().then(result => {
      unlock()
      keepAwake('recording', false)
      setBusy('recording', false)
      end(result)
    })
  })

  try {
    await writing
    calledAt = performance.now()
    recorder.start(sliceMs)
    limit = setTimeout(stop, videoMax * 1000)
  } catch (error) {
    unlock()
    await store.dropRecording(id).catch(() => {})
    throw error
  }
  setBusy('recording', true)
  keepAwake('recording', true)
  vibrate(60)
  return { length, stop, ending }
}
