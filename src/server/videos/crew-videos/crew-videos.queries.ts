import { sql } from 'kysely'
import { newId, type UserId, type VideoId } from '#contract/ids.ts'
import { day, minute } from '#contract/time.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { ApiError, notFound } from '#server/http/errors.ts'
import { enqueue, retryJob } from '#server/queue/queue.queries.ts'
import { isAcceptedVideo, ownsVideo, type Usage } from './crew-videos.rules.ts'
import type { VideoFormat, VideoRow } from './crew-videos.table.ts'

/** Subjects are video ids. */
export const videoJobs = {
  check: 'video-check',
  prepare: 'video-prepare',
  convert: 'video-convert',
  /** When its links have expired. */
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
  throw new ApiError('conflict', 'This video is not uploaded yet.')
}

export const findByKey = (db: Db, owner: UserId, key: string): Promise<VideoRow | undefined> =>
  db
    .selectFrom('crew_videos')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

export async function usageOf(db: Db, owner: UserId): Promise<Usage> {
  const row = await db
    .selectFrom('crew_videos')
    .select(({ fn }) => [
      fn.count<number>('id').filterWhere('status', '=', 'uploading').as('unfinished'),
      fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .where('owner_id', '=', owner)
    .where('refusal', 'is', null)
    .executeTakeFirstOrThrow()
  return { unfinished: row.unfinished, bytes: row.bytes ?? 0 }
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

/** Also schedules a check, in case the client omits `/complete`. */
export async function markUploaded(trx: Trx, id: VideoId, now: number): Promise<void> {
  await trx
    .updateTable('crew_videos')
    .set({ status: 'uploaded', uploaded_at: now })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .execute()
  // Exists if lost bytes were sent again.
  if (!(await retryJob(trx, videoJobs.check, id, now)))
    await enqueue(trx, videoJobs.check, id, now, now + minute)
}

export interface CheckResult {
  status: 'processing' | 'ready'
  durationMs: number
  format: VideoFormat
  needsRendition: boolean
  isHdr: boolean
}

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

export async function isPosted(db: Db, id: VideoId): Promise<boolean> {
  const post = await db.selectFrom('crew_posts').select('id').where('video_id', '=', id).executeTakeFirst()
  return post !== undefined
}

/** @throws ApiError 409 if posted */
export async function deleteUnposted(trx: Trx, id: VideoId, now: number): Promise<void> {
  if (await isPosted(trx, id))
    throw new ApiError('conflict', 'This video is posted. Delete the post instead.')
  await deleteVideo(trx, id, now)
}

/** Milliseconds after a tournament's end within which phones may still upload its videos. */
const lateUploads = 30 * day

/**
 * Accepted videos from before a time, in milliseconds since 1970. Without those that may be evidence: reported or hidden
 * ones, and those of a boat in a tournament that it had entered by then, unless it was cancelled, or settled before
 * that time too.
 */
const oldVideos = (db: Db, before: number) =>
  db
    .selectFrom('crew_videos')
    // A literal, so that SQLite uses the partial index.
    .where('crew_videos.status', '=', sql.lit('ready'))
    .where('crew_videos.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('crew_posts')
            .leftJoin('crew_post_reports', 'crew_post_reports.post_id', 'crew_posts.id')
            .select('crew_posts.id')
            .whereRef('crew_posts.video_id', '=', 'crew_videos.id')
            .where(where =>
              where.or([
                where('crew_posts.hidden_at', 'is not', null),
                where('crew_post_reports.id', 'is not', null),
              ]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('crew_posts')
            .innerJoin('entries', 'entries.boat_id', 'crew_posts.boat_id')
            .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
            .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
            .select('crew_posts.id')
            .whereRef('crew_posts.video_id', '=', 'crew_videos.id')
            .whereRef('entries.created_at', '<=', 'crew_videos.created_at')
            .where('tournaments.cancelled_at', 'is', null)
            .where(({ eb }) =>
              eb('tournaments.ends_at', '>', eb('crew_videos.created_at', '-', sql.lit(lateUploads))),
            )
            // Only what is over can be settled.
            .where(({ or, eb }) =>
              or([eb('settlements.settled_at', 'is', null), eb('settlements.settled_at', '>=', before)]),
            ),
        ),
      ),
    )

/** Their posts stay. @returns number removed */
export async function removeOldVideos(
  trx: Trx,
  { before, limit }: { before: number; limit: number },
  now: number,
): Promise<number> {
  const videos = await oldVideos(trx, before).select('crew_videos.id').limit(limit).execute()
  for (const { id } of videos) {
    await markRefused(trx, id, { status: 'failed', reason: videoTexts.noLongerKept }, now)
    await trx
      .updateTable('crew_videos')
      .set({ removed_at: now, has_web: 0, has_h264: 0, has_poster: 0, poster_image_id: null })
      .where('id', '=', id)
      .execute()
  }
  return videos.length
}

/** @returns number, and bytes as uploaded */
export const sumOldVideos = (db: Db, before: number) =>
  oldVideos(db, before)
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.coalesce(fn.sum<number>('size_bytes'), sql.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow()

export const unfinishedVideos = (db: Db): Promise<VideoRow[]> =>
  db.selectFrom('crew_videos').selectAll().where('status', '=', 'uploading').execute()

export const expiredVideos = (db: Db, now: number, limit: number): Promise<{ id: VideoId }[]> =>
  db
    .selectFrom('crew_videos')
    .select('id')
    .where('status', '=', 'uploading')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()

const usersGone = (db: Db) => db.selectFrom('users').select('id').where('deleted_at', 'is not', null)

export async function deletePostsOfGone(trx: Trx): Promise<void> {
  await trx.deleteFrom('crew_posts').where('author_id', 'in', usersGone(trx)).execute()
}

export const videosOfGone = (db: Db, limit: number): Promise<{ id: VideoId }[]> =>
  db.selectFrom('crew_videos').select('id').where('owner_id', 'in', usersGone(db)).limit(limit).execute()

export async function sweepRefused(trx: Trx, checkedBefore: number): Promise<void> {
  await trx
    .deleteFrom('crew_videos')
    .where('refusal', 'is not', null)
    .where('checked_at', '<', checkedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('crew_posts').select('id').whereRef('video_id', '=', 'crew_videos.id'))),
    )
    .execute()
}

/**
 * Newest first.
 * @param from milliseconds: first job due @returns number found
 */
export async function prepareLeftOut(trx: Trx, from: number, limit: number): Promise<number> {
  const videos = await trx
    .selectFrom('crew_videos')
    .select('id')
    .where('status', '=', 'ready')
    .where('has_web', '=', 0)
    .where('has_h264', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.subject', '=', 'crew_videos.id')
            .where('jobs.kind', '=', videoJobs.prepare)
            .where('jobs.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  for (const [index, { id }] of videos.entries())
    if (!(await retryJob(trx, videoJobs.prepare, id, from + index)))
      await enqueue(trx, videoJobs.prepare, id, from + index)
  return videos.length
}

/** Ids with a row or a pending deletion. */
export async function idsWithFiles(db: Db, ids: readonly VideoId[]): Promise<Set<string>> {
  const known = new Set<string>()
  // SQLite's variable limit.
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await db
      .selectFrom('crew_videos')
      .select('id')
      .where('id', 'in', ids.slice(at, at + 500))
      .where('refusal', 'is', null)
      .execute()
    for (const { id } of rows) known.add(id)
  }
  const deleting = await db
    .selectFrom('jobs')
    .select('subject')
    .where('kind', '=', videoJobs.deleteFiles)
    .where('state', '=', sql.lit('waiting'))
    .execute()
  for (const { subject } of deleting) known.add(subject)
  return known
}

/** Of unfinished uploads, what was announced. */
export async function countUploads(db: Db) {
  const { rows } = await sql<Record<'open' | 'openBytes' | 'stored' | 'storedBytes', number>>`
    select count(*) filter (where status = 'uploading') as open,
      coalesce(sum(size_bytes) filter (where status = 'uploading'), 0) as openBytes,
      count(*) filter (where status <> 'uploading') as stored,
      coalesce(sum(size_bytes) filter (where status <> 'uploading'), 0) as storedBytes
    from crew_videos`.execute(db)
  return rows[0] ?? { open: 0, openBytes: 0, stored: 0, storedBytes: 0 }
}
