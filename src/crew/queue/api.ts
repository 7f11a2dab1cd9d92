import { RequestError, readAnswer, request } from '#client/lib/request.ts'
import type { QueueItem } from './item.ts'
import type { QueueApi } from './uploader.ts'

const videos = '/api/crew/videos'

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

async function slot({ fileName, durationSec, sizeBytes }: QueueItem, key: string) {
  const body = { fileName, durationSec, sizeBytes }
  const answer = await postJson<{ uploadUrl: string; videoId: string }>(`${videos}/upload`, key, body)
  return { uploadUrl: onThisOrigin(answer.uploadUrl), videoId: answer.videoId }
}

/** The queue's calls, as the page makes them. */
export const queueApi: QueueApi = {
  slot,

  async complete(videoId) {
    const answer = await request<{ video_url: string }>(
      'POST',
      `${videos}/${encodeURIComponent(videoId)}/complete`,
      {},
    )
    return { videoUrl: answer.video_url }
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

  async discard(uploadUrl) {
    const response = await fetch(uploadUrl, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
    if (!response.ok) throw new RequestError(response.status, await response.text(), response.statusText)
  },

  async renewSession() {
    const { user } = await request<{ user: unknown }>('GET', '/api/auth/session')
    return user !== null
  },
}
