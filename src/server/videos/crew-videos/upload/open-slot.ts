import type { UserId } from '#contract/ids.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Env } from '#server/env.ts'
import { ApiError, conflict } from '#server/http/errors.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { deleteVideo, findByKey, insertVideo, updateVideo, usageOf } from '../crew-videos.queries.ts'
import {
  isExpired,
  isUnfinished,
  maxUploadBytes,
  megabyte,
  type Usage,
  uploadLifetime,
} from '../crew-videos.rules.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import type { Uploads } from './finish-upload.ts'

export interface SlotRequest {
  fileName: string
  sizeBytes: number
  durationSec?: number | null
  key: string | null
  uploadMetadata: string | null
}

/** Seconds. */
const laterSeconds = 60

/** Opens an upload. Idempotent for each key. @throws ApiError 409 for another size, 413, 429, 507 */
export async function openSlot(
  { deps, storage }: Pick<Uploads, 'deps' | 'storage'>,
  owner: UserId,
  request: SlotRequest,
): Promise<VideoRow> {
  const { env, db, now } = deps
  if (request.sizeBytes > maxUploadBytes(env))
    throw new ApiError('too_large', texts.tooLarge(env.maxUploadMb))
  const slot = await inTransaction(db, async trx => {
    const existing = await findSlot(trx, owner, request, now())
    if (existing) return existing
    checkUsage(await usageOf(trx, owner, now()), env, request.sizeBytes)
    // Slots reserve no space.
    await storage.requireSpace(request.sizeBytes)
    await countCreated(trx, deps, { person: owner }, 'videos')
    return insertVideo(
      trx,
      {
        owner_id: owner,
        idempotency_key: request.key,
        file_name: request.fileName,
        upload_metadata: request.uploadMetadata,
        size_bytes: request.sizeBytes,
        claimed_duration_ms: request.durationSec == null ? null : Math.round(request.durationSec * 1000),
        expires_at: now() + uploadLifetime(env),
      },
      now(),
    )
  })
  if (isUnfinished(slot)) await storage.begin(slot.id)
  return slot
}

/** Finds the upload of a key, which refused or expired uploads free. */
async function findSlot(
  trx: Trx,
  owner: UserId,
  { key, sizeBytes }: SlotRequest,
  now: number,
): Promise<VideoRow | null> {
  const slot = key === null ? undefined : await findByKey(trx, owner, key)
  if (!slot) return null
  if (slot.refusal !== null) {
    await updateVideo(trx, slot.id, { idempotency_key: null })
    return null
  }
  if (isExpired(slot, now)) {
    await deleteVideo(trx, slot.id, now)
    return null
  }
  if (slot.size_bytes !== sizeBytes) throw conflict('This Idempotency-Key belongs to a file of another size.')
  return slot
}

/** @throws ApiError 429, 507 */
function checkUsage(usage: Usage, env: Env, size: number): void {
  if (usage.unfinishedUploads >= env.maxUnfinishedUploads)
    throw new ApiError('too_many_attempts', texts.tooManyUnfinished(usage.unfinishedUploads), {
      headers: { 'Retry-After': String(laterSeconds) },
    })
  if (usage.bytes + size > env.videoQuotaMb * megabyte)
    throw new ApiError('no_room', texts.quotaUsed(env.videoQuotaMb))
}
