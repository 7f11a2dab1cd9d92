import { sql } from 'kysely'
import type { VideoId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { enqueueAgain } from '#server/queue/queue.queries.ts'
import { markRefused, videoJobs } from '../crew-videos.queries.ts'
import type { VideoRow } from '../crew-videos.table.ts'

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
            // Only a tournament that is over can be settled.
            .where(({ or, eb }) =>
              or([eb('settlements.settled_at', 'is', null), eb('settlements.settled_at', '>=', before)]),
            ),
        ),
      ),
    )

/** Deletes the files; posts stay. @returns number of videos */
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

const deletedUsers = (db: Db) => db.selectFrom('users').select('id').where('deleted_at', 'is not', null)

export async function deletePostsOfDeletedUsers(trx: Trx): Promise<void> {
  await trx.deleteFrom('crew_posts').where('author_id', 'in', deletedUsers(trx)).execute()
}

export const videosOfDeletedUsers = (db: Db, limit: number): Promise<{ id: VideoId }[]> =>
  db.selectFrom('crew_videos').select('id').where('owner_id', 'in', deletedUsers(db)).limit(limit).execute()

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

/** Status of the videos that wait for a job. */
const waitsFor = { [videoJobs.prepare]: 'ready', [videoJobs.convert]: 'processing' } as const

/**
 * Queues a job of accepted videos that have neither a file for others nor that job, the newest first.
 * @param from milliseconds since 1970: first job due @returns number of videos
 */
export async function queueForgotten(
  trx: Trx,
  kind: keyof typeof waitsFor,
  from: number,
  limit: number,
): Promise<number> {
  const videos = await trx
    .selectFrom('crew_videos')
    .select('id')
    .where('status', '=', waitsFor[kind])
    .where('has_h264', '=', 0)
    .$if(kind === videoJobs.prepare, query => query.where('has_web', '=', 0))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.subject', '=', 'crew_videos.id')
            .where('jobs.kind', '=', kind)
            .where('jobs.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  for (const [index, { id }] of videos.entries()) await enqueueAgain(trx, kind, id, from + index)
  return videos.length
}

/** Returns those of the ids whose uploads aren't accepted or refused yet. */
export async function openUploads(db: Db, ids: readonly VideoId[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('crew_videos')
    .select('id')
    .where('id', 'in', anyOf(ids))
    .where('status', 'in', ['uploading', 'uploaded'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ids with a row or a pending deletion. */
export async function idsWithFiles(db: Db, ids: readonly VideoId[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('crew_videos')
    .select('id')
    .where('id', 'in', anyOf(ids))
    .where('refusal', 'is', null)
    .execute()
  const deleting = await db
    .selectFrom('jobs')
    .select('subject')
    .where('kind', '=', videoJobs.deleteFiles)
    .where('state', '=', sql.lit('waiting'))
    .execute()
  return new Set([...rows.map(({ id }) => id), ...deleting.map(({ subject }) => subject)])
}
