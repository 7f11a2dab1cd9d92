import { sql } from 'kysely'
import { newId, type UserId, type VideoId } from '#contract/ids.ts'
import { minute } from '#contract/time.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { ApiError, conflict, notFound } from '#server/http/errors.ts'
import { isActive } from '#server/people/auth/index.ts'
import { enqueue, enqueueAgain } from '#server/queue/queue.queries.ts'
import { isAcceptedVideo, ownsVideo, type Usage } from './crew-videos.rules.ts'
import type { VideoFormat, VideoRow } from './crew-videos.table.ts'

/** Subjects are video ids. */
export const videoJobs = {
  check: 'video-check',
  prepare: 'video-prepare',
  convert: 'video-convert',
  /** Runs when the original's links have expired. */
  deleteOriginal: 'video-original',
  deleteFiles: 'video-files',
} as const

export const findVideo = (db: Db, id: VideoId): Promise<VideoRow | undefined> =>
  db.selectFrom('crew_videos').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws ApiError 404 for another's */
export async function getOwnVideo(db: Db, id: VideoId, person: { id: UserId }): Promise<VideoRow> {
  const video = await findVideo(db, id)
  if (!video || !ownsVideo(person, video)) throw notFound(videoTexts.unknown)
  return video
}

/** @throws ApiError 404, 409 before acceptance, 422 if refused */
export async function getPostableVideo(db: Db, id: VideoId, person: { id: UserId }): Promise<VideoRow> {
  const video = await getOwnVideo(db, id, person)
  if (isAcceptedVideo(video)) return video
  if (video.refusal !== null) throw new ApiError('unacceptable_file', video.refusal)
  throw conflict('This video is not uploaded yet.')
}

export const findByKey = (db: Db, owner: UserId, key: string): Promise<VideoRow | undefined> =>
  db
    .selectFrom('crew_videos')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** Excludes expired uploads, which the next sweep deletes. */
export async function usageOf(db: Db, owner: UserId, now: number): Promise<Usage> {
  const row = await db
    .selectFrom('crew_videos')
    .select(({ fn }) => [
      fn.count<number>('id').filterWhere('status', '=', 'uploading').as('unfinishedUploads'),
      fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .where('owner_id', '=', owner)
    .where('refusal', 'is', null)
    // See `isExpired`.
    .where(({ or, eb }) => or([eb('status', '<>', 'uploading'), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return { unfinishedUploads: row.unfinishedUploads, bytes: row.bytes ?? 0 }
}

export type NewVideo = Pick<
  VideoRow,
  | 'owner_id'
  | 'idempotency_key'
  | 'file_name'
  | 'upload_metadata'
  | 'size_bytes'
  | 'claimed_duration_ms'
  | 'expires_at'
>

export function insertVideo(trx: Trx, video: NewVideo, now: number): Promise<VideoRow> {
  return trx
    .insertInto('crew_videos')
    .values({ id: newId<'video'>(), ...video, status: 'uploading', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Marks the upload as complete. Schedules a check in case the client omits `/complete`.
 * @returns false if it is deleted, or its owner was banned or deleted while it arrived
 */
export async function markUploaded(trx: Trx, id: VideoId, now: number): Promise<boolean> {
  const video = await findVideo(trx, id)
  if (!video || !(await isActive(trx, video.owner_id))) return false
  await trx
    .updateTable('crew_videos')
    .set({ status: 'uploaded', uploaded_at: now })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .execute()
  // Exists if lost bytes were sent again.
  await enqueueAgain(trx, videoJobs.check, id, now, now + minute)
  return true
}

/** Expects lost bytes again. Has no effect on a video that was checked meanwhile. */
export async function reopenUpload(db: Db, id: VideoId): Promise<void> {
  await db
    .updateTable('crew_videos')
    .set({ status: 'uploading' })
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .execute()
}

export interface CheckResult {
  status: 'processing' | 'ready'
  durationMs: number
  format: VideoFormat
  needsRendition: boolean
  isHdr: boolean
}

/** @returns false when it is gone, or was checked already */
export async function markAccepted(
  trx: Trx,
  id: VideoId,
  result: CheckResult,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('crew_videos')
    .set({
      status: result.status,
      duration_ms: result.durationMs,
      format: result.format,
      needs_rendition: result.needsRendition ? 1 : 0,
      hdr: result.isHdr ? 1 : 0,
      checked_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the files, keeps the row. */
export async function markRefused(
  trx: Trx,
  id: VideoId,
  { status, reason }: { status: 'refused' | 'failed'; reason: string },
  now: number,
): Promise<void> {
  await trx
    .updateTable('crew_videos')
    .set({ status, refusal: reason, checked_at: now })
    .where('id', '=', id)
    .execute()
  await enqueue(trx, videoJobs.deleteFiles, id, now)
}

export async function updateVideo(
  db: Db,
  id: VideoId,
  changes: Partial<
    Pick<VideoRow, 'status' | 'has_web' | 'has_h264' | 'has_poster' | 'poster_image_id' | 'idempotency_key'>
  >,
): Promise<void> {
  await db.updateTable('crew_videos').set(changes).where('id', '=', id).execute()
}

export async function deleteVideo(trx: Trx, id: VideoId, now: number): Promise<void> {
  await trx.deleteFrom('crew_videos').where('id', '=', id).execute()
  await enqueue(trx, videoJobs.deleteFiles, id, now)
}

export const isPosted = (db: Db, id: VideoId): Promise<boolean> =>
  hasRow(db.selectFrom('crew_posts').select('id').where('video_id', '=', id))

/** @throws ApiError 409 if posted */
export async function deleteUnposted(trx: Trx, id: VideoId, now: number): Promise<void> {
  if (await isPosted(trx, id)) throw conflict('This video is posted. Delete the post instead.')
  await deleteVideo(trx, id, now)
}

/** Returns numbers and announced bytes of unfinished uploads, and of stored ones. */
export async function countUploads(db: Db) {
  const { rows } = await sql<Record<'open' | 'open_bytes' | 'stored' | 'stored_bytes', number>>`
    select count(*) filter (where status = 'uploading') as open,
      coalesce(sum(size_bytes) filter (where status = 'uploading'), 0) as open_bytes,
      count(*) filter (where status <> 'uploading') as stored,
      coalesce(sum(size_bytes) filter (where status <> 'uploading'), 0) as stored_bytes
    from crew_videos`.execute(db)
  return rows[0] ?? { open: 0, open_bytes: 0, stored: 0, stored_bytes: 0 }
}
