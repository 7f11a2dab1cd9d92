import { readAnswer, request } from '#client/lib/request.ts'
import type { CompletedVideo, UploadSlot } from '#contract/crew-videos.ts'
import type { UploadedImage } from '#contract/images.ts'
import type { QueueItem } from './item.ts'
import type { QueueApi } from './uploader.ts'

const videos = '/api/crew/videos'
const video = (id: string) => `${videos}/${encodeURIComponent(id)}`

/** The slot may be on another origin of the same server (PUBLIC_URL); the cookie is of this one. */
const onThisOrigin = (uploadUrl: string) => {
  const url = new URL(uploadUrl, location.href)
  return url.pathname + url.search
}

/** A call whose answer may be lost on the way: said again under the same key it does nothing twice. */
async function postJson<T>(path: string, key: string, body: unknown): Promise<T> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
  return readAnswer(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** A server without ffmpeg draws no poster: then the still of this device is it. Not worth an error. */
async function sendPoster({ thumbnail }: QueueItem, videoId: string): Promise<void> {
  if (thumbnail === null) return
  try {
    const [, base64 = ''] = thumbnail.split(',', 2)
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    const body = new FormData()
    body.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'poster.jpg')
    const { id } = await readAnswer<UploadedImage>(await fetch('/api/images', { method: 'POST', body }))
    await request('PUT', `${video(videoId)}/poster`, { imageId: id })
  } catch {
    // The video plays without it.
  }
}

/** The queue's calls, as the page makes them. */
export const queueApi: QueueApi = {
  async slot({ fileName, durationSec, sizeBytes }, key) {
    const body = { fileName, sizeBytes, durationSec: durationSec || null }
    const answer = await postJson<UploadSlot>(`${videos}/upload`, key, body)
    return { uploadUrl: onThisOrigin(answer.uploadUrl), videoId: answer.videoId }
  },

  async complete(item, videoId) {
    const answer = await request<CompletedVideo>('POST', `${video(videoId)}/complete`, {})
    if (answer.thumbnail_url === null) await sendPoster(item, videoId)
    return { videoUrl: answer.video_url, durationSec: Math.round(answer.duration_sec) }
  },

  async post({ id: key, meta: { videoId, caption, tag, visibility, wish } }) {
    const { id } = await postJson<{ id: string }>('/api/crew/posts', key, {
      videoId,
      caption,
      tag,
      visibility,
      publish: wish === 'publish',
    })
    return { postId: id }
  },

  discard: videoId => request('DELETE', video(videoId)),

  async renewSession() {
    const { user } = await request<{ user: unknown }>('GET', '/api/auth/session')
    return user !== null
  },
}
