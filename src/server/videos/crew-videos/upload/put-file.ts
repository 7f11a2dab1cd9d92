import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { ApiError, conflict, invalid, notFound } from '#server/http/errors.ts'
import { findVideo } from '../crew-videos.queries.ts'
import { isUnfinished } from '../crew-videos.rules.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import type { Videos } from '../services.ts'
import { markComplete } from './finish-upload.ts'
import { tooManyBytes } from './tus-headers.rules.ts'

/** @throws ApiError 415; curl sends no type */
function checkType(type: string | null): void {
  if (type === null || /^(video\/|application\/octet-stream\b)/i.test(type)) return
  throw new ApiError('unsupported_media_type', 'Send the video’s own bytes, as video/webm or video/mp4.')
}

/** @throws ApiError 400 (RFC 9110, 14.5): it would replace the whole upload by a part */
function refusePart(headers: Headers): void {
  if (!headers.has('content-range')) return
  const message = 'Send the whole file by PUT, or the rest of it by PATCH, as tus does'
  throw invalid([{ path: 'Content-Range', message }])
}

/** @returns null when the length is right */
function sizeError(received: number, size: number): ApiError | null {
  if (received > size) return tooManyBytes(size)
  if (received === size) return null
  const message = `This upload is for ${size} bytes, and ${received} were sent.`
  return invalid([{ path: 'content-length', message }])
}

/** @throws ApiError 400, 413 */
function checkLength(length: string | null, size: number): void {
  const error = length === null ? null : sizeError(Number(length), size)
  if (error) throw error
}

/**
 * Stores the body. Bytes of a broken connection stay stored, and tus can resume.
 * @throws ApiError 400, 413 for another size, 404 if deleted meanwhile, 409 if another request took over
 */
export async function putFile(videos: Videos, video: VideoRow, request: Request): Promise<void> {
  refusePart(request.headers)
  checkType(request.headers.get('content-type'))
  checkLength(request.headers.get('content-length'), video.size_bytes)
  const { deps, storage, locker } = videos
  const stop = new AbortController()
  const lock = locker.newLock(video.id)
  await lock.lock(request.signal, () => stop.abort())
  try {
    const current = await findVideo(deps.db, video.id)
    if (!current) throw notFound(texts.unknownUpload)
    if (!isUnfinished(current)) return
    // Another request sent every byte, and has not marked it yet.
    if ((await storage.received(video.id)) === video.size_bytes) return await markComplete(deps, video.id)
    await storage.restart(video.id)
    const body = { received: 0 }
    const bytes = upTo(request, video.size_bytes, body, stop.signal)
    await storage.append(video.id, 0, bytes, video.size_bytes).catch(error => failUpload(request, error))
    if (stop.signal.aborted) throw conflict('Another request is writing to this upload.')
    const error = sizeError(body.received, video.size_bytes)
    if (error) {
      await storage.restart(video.id)
      throw error
    }
    await markComplete(deps, video.id)
  } finally {
    await lock.unlock()
  }
}

/** @throws the error, or ApiError 400 when the connection broke */
function failUpload({ signal }: Request, cause: unknown): never {
  if (cause instanceof ApiError || !signal.aborted) throw cause
  throw new ApiError('invalid', 'The connection broke.', { cause })
}

/** Yields at most `size` bytes of the request. */
async function* upTo(
  request: Request,
  size: number,
  progress: { received: number },
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  // Reads on dead connections hang.
  const end = () => void reader.cancel().catch(() => {})
  stop.addEventListener('abort', end, { once: true })
  for (;;) {
    const { done, value } = await reader.read()
    if (done || stop.aborted) return
    progress.received += value.byteLength
    if (progress.received > size) return end()
    yield value
  }
}
