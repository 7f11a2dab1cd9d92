import type { VideoId } from '#contract/ids.ts'
import { isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { closeFailedJob, enqueue, findJob } from '#server/queue/queue.queries.ts'
import { doubling, GiveUp, type Job, type JobKind } from '#server/queue/queue.ts'
import { findVideo, markRefused, updateVideo, videoJobs } from '../crew-videos.queries.ts'
import { cleanFile } from '../crew-videos.rules.ts'
import type { VideoFormat, VideoRow } from '../crew-videos.table.ts'
import type { Videos } from '../services.ts'
import { checkUpload } from './check-upload.ts'
import { ConversionFailed, OutOfMemory, TooSlow } from './ffmpeg.ts'
import { isDeleted, makePoster, makeRendition, makeWebFile } from './make-files.ts'
import { ffmpegPath } from './sandbox.ts'

/** A month: full disks, crashes and a bucket that is away count as attempts. */
const retryAfter = doubling(10_000, hour, 740)

const failuresMax = 3

/** Errors after the video's deletion don't count. @throws GiveUp */
async function giveUpAfterFailures(videos: Videos, job: Job, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (await isDeleted(videos, idOf(job))) return
    if (!(error instanceof ConversionFailed) || job.signal.aborted || job.attempt < failuresMax) throw error
    throw new GiveUp(error.message, { cause: error })
  }
}

/** Converts a video step by step; a repetition after a crash skips finished steps. */
export function videoJobKinds(deps: Pick<Deps, 'db' | 'now' | 'videos'>): JobKind[] {
  const { videos } = deps
  const { db, now } = deps
  return [
    // ffprobe may be missing temporarily.
    {
      kind: videoJobs.check,
      atOnce: 2,
      retryAfter,
      run: job => checkUpload(videos, idOf(job)),
    },
    {
      kind: videoJobs.prepare,
      atOnce: 20,
      retryAfter,
      run: job =>
        videos.ffmpegLock.run('first', job.signal, () =>
          giveUpAfterFailures(videos, job, () => prepare(videos, job)),
        ),
      gaveUp: endPreparation,
    },
    {
      kind: videoJobs.convert,
      atOnce: 1,
      retryAfter,
      run: job =>
        videos.ffmpegLock.run('later', job.signal, () =>
          giveUpAfterFailures(videos, job, () => convert(videos, job)),
        ),
      gaveUp: failWithoutRendition,
    },
    {
      kind: videoJobs.deleteOriginal,
      atOnce: 1,
      retryAfter,
      run: job => videos.storage.drop(idOf(job), 'original'),
    },
    {
      kind: videoJobs.deleteFiles,
      atOnce: 1,
      retryAfter,
      run: job => videos.storage.dropAll(idOf(job)),
    },
  ]

  async function failWithoutRendition(subject: string): Promise<void> {
    if (!isId<'video'>(subject)) return
    await inTransaction(db, async trx => {
      const video = await findVideo(trx, subject)
      if (video?.status === 'processing')
        await markRefused(trx, video.id, { status: 'failed', reason: texts.notConverted }, now())
    })
    await failWithoutCleanFile(subject)
  }

  /** The crew reads the outcome, and another attempt has no original. */
  async function endPreparation(subject: string): Promise<void> {
    await failWithoutCleanFile(subject)
    await inTransaction(db, trx => closeFailedJob(trx, videoJobs.prepare, subject))
  }

  async function failWithoutCleanFile(subject: string): Promise<void> {
    if (!isId<'video'>(subject)) return
    await inTransaction(db, async trx => {
      const video = await findVideo(trx, subject)
      if (!video || video.refusal !== null) return
      if (cleanFile(video) !== null) return deleteOriginalLater(trx, video.id, now())
      for (const kind of [videoJobs.prepare, videoJobs.convert])
        if ((await findJob(trx, kind, subject))?.state === 'waiting') return
      await markRefused(trx, video.id, { status: 'failed', reason: texts.notConverted }, now())
    })
  }
}

/** @throws GiveUp */
function idOf({ subject }: Job): VideoId {
  if (!isId<'video'>(subject)) throw new GiveUp('not the id of a video')
  return subject
}

async function prepare(videos: Videos, job: Job): Promise<void> {
  const video = await findVideo(videos.deps.db, idOf(job))
  if (!video || video.refusal !== null || video.format === null) return
  const hasFfmpeg = ffmpegPath(videos.deps.env) !== null
  const [poster] = await Promise.allSettled([hasFfmpeg ? makePoster(videos, video, job.signal) : undefined])
  await addWebFile(videos, job, video, video.format)
  if (poster.status === 'rejected' && !(poster.reason instanceof OutOfMemory)) throw poster.reason
}

async function addWebFile(videos: Videos, job: Job, video: VideoRow, format: VideoFormat): Promise<void> {
  if (video.has_web) return
  const { db, now } = videos.deps
  await makeWebFile(videos, video, format, job.signal)
  await inTransaction(db, async trx => {
    await updateVideo(trx, video.id, { has_web: 1 })
    await deleteOriginalLater(trx, video.id, now())
  })
}

/** Its links are valid until then. Call it once no job needs the original. */
const deleteOriginalLater = (trx: Trx, id: VideoId, now: number): Promise<void> =>
  enqueue(trx, videoJobs.deleteOriginal, id, now, now + limits.mediaLink * 1000)

const isTooMuchWork = (error: unknown, { attempt, signal }: Job): error is OutOfMemory | TooSlow =>
  !signal.aborted && (error instanceof OutOfMemory || (error instanceof TooSlow && attempt >= failuresMax))

const isPrepareWaiting = async (db: Db, id: VideoId): Promise<boolean> =>
  (await findJob(db, videoJobs.prepare, id))?.state === 'waiting'

/**
 * Converts a video.
 * If memory or time runs out, others see it unconverted, without metadata: the device has no copy left.
 */
async function convert(videos: Videos, job: Job): Promise<void> {
  const { deps } = videos
  const id = idOf(job)
  const video = await findVideo(deps.db, id)
  if (!video || video.refusal !== null) return
  if (video.has_h264) return updateVideo(deps.db, id, { status: 'ready' })
  try {
    await makeRendition(videos, video, job.signal)
    await inTransaction(deps.db, async trx => {
      await updateVideo(trx, id, { has_h264: 1, status: 'ready' })
      if (!(await isPrepareWaiting(trx, id))) await deleteOriginalLater(trx, id, deps.now())
    })
  } catch (error) {
    if (!isTooMuchWork(error, job) || (await isDeleted(videos, id))) throw error
    if (!video.has_web && !(await isPrepareWaiting(deps.db, id)))
      throw new GiveUp(error.message, { cause: error })
    deps.log.warn('not enough memory or time for a rendition, so a video is shown as it is', {
      video: id,
      reason: error.message,
    })
    await updateVideo(deps.db, id, { status: 'ready' })
  }
}
