import { readAnswer, request } from '#client/lib/request.ts'
import type { CompletedVideo, UploadSlot } from '#contract/crew-videos.ts'
import type { UploadedImage } from '#contract/images.ts'
import { shedDeadConnections } from './dead-connections.ts'
import type { QueueItem } from './item.ts'
import type { QueueApi } from './uploader.ts'

const videos = '/api/crew/videos'
const video = (id: string) => `${videos}/${encodeURIComponent(id)}`

/** Milliseconds. */
const answersWithinMs = 15_000
/** Milliseconds: the server probes the file first. */
const checkedWithinMs = 60_000

/** Aborts a call on a dead link, which would block the queue. */
async function inTime<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  try {
    return await call(signal)
  } catch (error) {
    if (signal.aborted) await shedDeadConnections()
    throw error
  }
}

/** uploadUrl may name PUBLIC_URL's origin, but the cookie belongs to this one. */
const onThisOrigin = (uploadUrl: string) => {
  const url = new URL(uploadUrl, location.href)
  return url.pathname + url.search
}

/** Safe to repeat under the same key. */
async function postJson<T>(path: string, key: string, body: unknown): Promise<T> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return inTime(answersWithinMs, async signal => readAnswer(await fetch(path, { ...init, signal })))
}

/** Sends the local still as the poster when the server has no ffmpeg. */
async function sendPoster({ thumbnail }: QueueItem, videoId: string): Promise<void> {
  if (thumbnail === null) return
  try {
    const [, base64 = ''] = thumbnail.split(',', 2)
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    const body = new FormData()
    body.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'poster.jpg')
    await inTime(answersWithinMs, async signal => {
      const sent = await fetch('/api/images', { method: 'POST', body, signal })
      const { id } = await readAnswer<UploadedImage>(sent)
      await request('PUT', `${video(videoId)}/poster`, { imageId: id }, signal)
    })
  } catch {
    // The video plays without a poster.
  }
}

export const queueApi: QueueApi = {
  async slot({ fileName, durationSec, sizeBytes }, key) {
    const body = { fileName, sizeBytes, durationSec: durationSec || null }
    const answer = await postJson<UploadSlot>(`${videos}/upload`, key, body)
    return { uploadUrl: onThisOrigin(answer.uploadUrl), videoId: answer.videoId }
  },

  async complete(item, videoId) {
    const answer = await inTime(checkedWithinMs, signal =>
      request<CompletedVideo>('POST', `${video(videoId)}/complete`, {}, signal),
    )
    if (answer.thumbnail_url === null) await sendPoster(item, videoId)
    return { videoUrl: answer.video_url, durationSec: Math.round(answer.duration_sec) }
  },

  async post({ id: key, meta: { videoId, caption, tag, visibility, onUploaded } }) {
    const { id } = await postJson<{ id: string }>('/api/crew/posts', key, {
      videoId,
      caption,
      tag,
      visibility,
      publish: onUploaded === 'publish',
    })
    return { postId: id }
  },

  discard: videoId => inTime(answersWithinMs, signal => request('DELETE', video(videoId), undefined, signal)),

  async renewSession() {
    const { user } = await inTime(answersWithinMs, signal =>
      request<{ user: unknown }>('GET', '/api/auth/session', undefined, signal),
    )
    return user !== null
  },
}
