import { uploadImage } from '#client/api/images.ts'
import { RequestError } from '#client/lib/request.ts'
import { readSession } from '#client/people/api/account.ts'
import { changePost, createPost } from '#client/videos/api/posts.ts'
import { completeUpload, createUpload, deleteVideo, setPoster } from '#client/videos/api/videos.ts'
import { shedDeadConnections } from './dead-connections.ts'
import type { QueueItem } from './item.ts'
import type { QueueApi } from './uploader.ts'

/** Milliseconds. */
const answersWithinMs = 15_000
/** Milliseconds; the server probes the file. */
const checkedWithinMs = 60_000

/** Aborts a call on a dead link, or with `stop`. */
async function inTime<T>(
  ms: number,
  call: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const limit = AbortSignal.timeout(ms)
  try {
    return await call(stop ? AbortSignal.any([limit, stop]) : limit)
  } catch (error) {
    if (limit.aborted) await shedDeadConnections()
    throw error
  }
}

/** uploadUrl may name PUBLIC_URL's origin, but the cookie is for this one. */
const onThisOrigin = (uploadUrl: string) => {
  const url = new URL(uploadUrl, location.href)
  return url.pathname + url.search
}

/** A repeatable call. */
const once = (key: string) => ({ headers: { 'Idempotency-Key': key } })

async function isSignedIn(ownerId: string, stop?: AbortSignal): Promise<boolean> {
  const { user } = await inTime(answersWithinMs, signal => readSession({ signal }), stop)
  return user?.id === ownerId
}

/** Another account may have signed in behind this page. @throws RequestError 401 */
async function requireOwner({ ownerId }: Pick<QueueItem, 'ownerId'>, stop?: AbortSignal): Promise<void> {
  if (!(await isSignedIn(ownerId, stop))) throw new RequestError(401, '', 'Unauthorized')
}

/** Turns the 404 of another account's video into 401. @throws RequestError */
async function asOwner<T>(item: Pick<QueueItem, 'ownerId'>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) await requireOwner(item)
    throw error
  }
}

async function sendPoster({ thumbnail }: QueueItem, videoId: string): Promise<void> {
  if (thumbnail === null) return
  try {
    const [, base64 = ''] = thumbnail.split(',', 2)
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    const image = new Blob([bytes], { type: 'image/jpeg' })
    await inTime(answersWithinMs, async signal => {
      const { id } = await uploadImage(image, 'poster.jpg', signal)
      await setPoster({ params: { id: videoId }, body: { imageId: id }, signal })
    })
  } catch {
    // The video plays without a poster.
  }
}

export const queueApi: QueueApi = {
  async slot(item, stop) {
    await requireOwner(item, stop)
    const { id, fileName, durationSec, sizeBytes } = item
    const body = { fileName, sizeBytes, durationSec: durationSec || null }
    const answer = await inTime(answersWithinMs, signal => createUpload({ body, signal, ...once(id) }), stop)
    return { uploadUrl: onThisOrigin(answer.uploadUrl), videoId: answer.videoId }
  },

  async complete(item, videoId, stop) {
    const answer = await asOwner(item, () =>
      inTime(checkedWithinMs, signal => completeUpload({ params: { id: videoId }, signal }), stop),
    )
    if (answer.thumbnail_url === null) await sendPoster(item, videoId)
    return { videoUrl: answer.video_url, durationSec: Math.round(answer.duration_sec) }
  },

  async post(item) {
    const { videoId, postId, caption, tag, visibility, onUploaded } = item.meta
    const fields = { caption, tag, visibility }
    const publish = onUploaded === 'publish'
    const call = <T>(send: (signal: AbortSignal) => Promise<T>) =>
      asOwner(item, () => inTime(answersWithinMs, send))
    const create = () =>
      call(signal =>
        createPost({ body: { videoId: videoId ?? '', ...fields, publish }, signal, ...once(item.id) }),
      )
    const id = postId ?? (await create()).id
    // A repeated creation changes nothing: an earlier page may have made it, and the person changed the fields since.
    const { publishedAt } = await call(signal =>
      changePost({
        params: { id },
        body: { ...fields, ...(publish && { published: true as const }) },
        signal,
      }),
    )
    return { postId: id, isPublished: publishedAt !== null }
  },

  async discard(videoId, ownerId) {
    await asOwner({ ownerId }, () =>
      inTime(answersWithinMs, signal => deleteVideo({ params: { id: videoId }, signal })),
    )
  },

  renewSession: ownerId => isSignedIn(ownerId),
}
