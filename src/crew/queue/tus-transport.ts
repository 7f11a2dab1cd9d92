import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
import { shedDeadConnections } from './dead-connections.ts'
import { UploadError } from './upload-failure.ts'
import type { Transport } from './uploader.ts'

/** Milliseconds between tries of one request. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]

const headerNumber = (value: string | undefined): number | null => {
  const number = value ? Number(value) : Number.NaN
  return Number.isFinite(number) && number >= 0 ? number : null
}

function errorOf(response: unknown): UploadError {
  if (!(response instanceof XMLHttpRequest) || response.status === 0) return new UploadError(null)
  const seconds = headerNumber(response.getResponseHeader('retry-after') ?? undefined)
  return new UploadError(response.status, response.responseText, seconds === null ? null : seconds * 1000)
}

/**
 * Sends to an existing slot from the server's offset. Aborts without progress: silent links raise no error.
 * Never destroys Uppy nor removes its file: both send DELETE (tus 1.0.0, Termination).
 */
export const sendByTus: Transport = ({ id, uploadUrl, file, fileName, pace, onAcknowledged }, signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let offset: number | null = null
  let bytesSent = 0
  let since = performance.now()
  let watchdog: ReturnType<typeof setTimeout> | undefined

  const uppy = new Uppy({ id: `crew-${id}`, autoProceed: false, allowMultipleUploadBatches: false })

  const failHungLink = async () => {
    uppy.pauseAll()
    await shedDeadConnections()
    reject(new UploadError(null))
  }

  const resetWatchdog = () => {
    clearTimeout(watchdog)
    const outstanding = Math.max(0, bytesSent - (offset ?? 0))
    watchdog = setTimeout(() => void failHungLink(), pace.patienceMs(outstanding))
  }

  const acknowledge = (bytes: number) => {
    const now = performance.now()
    if (offset !== null) pace.learn(bytes - offset, now - since)
    offset = bytes
    since = now
    onAcknowledged(bytes)
  }

  uppy.use(Tus, {
    // Prevents Uppy from creating an upload when the slot is gone.
    endpoint: '',
    chunkSize: pace.chunk(),
    limit: 1,
    retryDelays,
    uploadDataDuringCreation: false,
    storeFingerprintForResuming: false,
    onProgress: bytes => {
      bytesSent = bytes
      resetWatchdog()
    },
    onAfterResponse: (_request, response) => {
      resetWatchdog()
      const bytes = headerNumber(response.getHeader('upload-offset'))
      if (bytes !== null) acknowledge(bytes)
    },
  })
  const fileId = uppy.addFile({ name: fileName, type: file.type, data: file, source: 'crew' })
  uppy.setFileState(fileId, { tus: { uploadUrl } })
  uppy.on('upload-success', () => resolve())
  uppy.on('upload-error', (_file, _error, response) => reject(errorOf(response?.body?.xhr)))

  const abort = () => {
    uppy.pauseAll()
    reject(new UploadError(null))
  }
  signal.addEventListener('abort', abort)
  resetWatchdog()
  uppy.upload().catch(() => reject(new UploadError(null)))

  return promise.finally(() => {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
  })
}
