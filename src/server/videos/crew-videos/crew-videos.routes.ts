import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { idempotencyKey } from '#server/http/idempotency-key.ts'
import { paramId } from '#server/http/param-id.ts'
import { checkOwnImage } from '#server/storage/images/index.ts'
import { presentCompleted, presentSlot, presentVideo } from './crew-videos.present.ts'
import { deleteUnposted, getOwnVideo, updateVideo } from './crew-videos.queries.ts'
import { isExpired, isUnfinished } from './crew-videos.rules.ts'
import type { VideoRow } from './crew-videos.table.ts'
import { completeUpload } from './processing/check-upload.ts'
import { openSlot } from './upload/open-slot.ts'

export function crewVideoRoutes(deps: Pick<Deps, 'db' | 'now' | 'videos' | 'limitWrites'>) {
  const { db, now, videos, limitWrites: limit } = deps
  /** @throws ApiError 410 for an expired upload */
  async function presentOne(video: VideoRow) {
    if (isExpired(video, now())) throw new ApiError('gone', texts.expired)
    return presentVideo(videos, video, isUnfinished(video) ? await videos.storage.received(video.id) : null)
  }
  const idOf = (id: string) => paramId<'video'>(id, texts.unknown)

  return new EndpointApp()
    .endpoint('POST /api/crew/videos/upload', { limit }, async c => {
      const { fileName, sizeBytes, durationSec = null } = c.req.valid('json')
      const request = {
        fileName,
        sizeBytes,
        durationSec,
        key: idempotencyKey(c.req.raw.headers),
        uploadMetadata: null,
      }
      const video = await openSlot(videos, c.var.person.id, request)
      return c.json(presentSlot(videos, video, c.var.origin), 201, {
        Location: `/api/crew/videos/${video.id}`,
      })
    })
    .endpoint('POST /api/crew/videos/:id/complete', { limit }, async c => {
      const video = await getOwnVideo(db, idOf(c.req.param('id')), c.var.person)
      return c.json(presentCompleted(videos, await completeUpload(videos, video)))
    })
    .endpoint('GET /api/crew/videos/:id', async c =>
      jsonWithEtag(c, await presentOne(await getOwnVideo(db, idOf(c.req.param('id')), c.var.person))),
    )
    .endpoint('PUT /api/crew/videos/:id/poster', { limit }, async c => {
      const { imageId } = c.req.valid('json')
      const video = await inTransaction(db, async trx => {
        const { id } = await getOwnVideo(trx, idOf(c.req.param('id')), c.var.person)
        await checkOwnImage(trx, imageId, c.var.person.id)
        await updateVideo(trx, id, { poster_image_id: imageId })
        return getOwnVideo(trx, id, c.var.person)
      })
      return c.json(await presentOne(video))
    })
    .endpoint('DELETE /api/crew/videos/:id', { limit }, async c => {
      await inTransaction(db, async trx => {
        const video = await getOwnVideo(trx, idOf(c.req.param('id')), c.var.person)
        await deleteUnposted(trx, video.id, now())
      })
      return c.body(null, 204)
    })
}
