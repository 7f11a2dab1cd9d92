import { copyFile } from 'node:fs/promises'
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
import type { FileName } from '../storage/video-storage.ts'
import { checkUpload } from './check-upload.ts'
import {
  ConversionFailed,
  ffmpeg,
  OutOfMemory,
  posterArguments,
  remuxArguments,
  renditionArguments,
  TooSlow,
} from './ffmpeg.ts'
import { ffmpegPath } from './sandbox.ts'

/** Seconds; first frames are often black. */
const posterAt = 1

/** A month: full disks, crashes and a bucket that is away count as attempts. */
const retryAfter = doubling(10_000, hour, 740)

/** Renditions reach 3.2 Mbit/s (400 kB/s), plus index. */
const mostBytes = {
  poster: 4_194_304,
  web: (originalBytes: number) => Math.round(originalBytes * 1.1) + 1_048_576,
  h264: limits.videoMax * 700_000,
} as const

const failuresMax = 3

async function isDeleted({ deps }: Videos, id: VideoId): Promise<boolean> {
  const video = await findVideo(deps.db, id)
  return !video || video.refusal !== null
}

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

/** @throws Error if ffmpeg was removed */
function programOf({ deps }: Videos): string {
  const program = ffmpegPath(deps.env)
  if (program === null) throw new Error('ffmpeg is not there')
  return program
}

interface FfmpegRun {
  video: VideoRow
  from: FileName
  to: FileName
  extension: string
  args: readonly string[]
  /** Bytes. */
  most: number
  signal: AbortSignal
}

function runFfmpeg(
  videos: Videos,
  { video, from, to, extension, args, most, signal }: FfmpegRun,
): Promise<void> {
  return storeFile(videos, { video, to, extension, most }, async scratch => {
    await using source = await videos.storage.localCopy(video.id, from)
    await ffmpeg(programOf(videos), { from: source.path, to: scratch, args, most, signal })
  })
}

/** Has `write` fill a scratch file, and moves it in. @throws Error if the video is deleted meanwhile */
async function storeFile(
  videos: Videos,
  { video, to, extension, most }: Pick<FfmpegRun, 'video' | 'to' | 'extension' | 'most'>,
  write: (scratch: string) => Promise<void>,
): Promise<void> {
  const { storage, deps } = videos
  const scratch = await storage.scratch(extension)
  using _reserved = deps.disk.reserve(scratch, most)
  try {
    await write(scratch)
    await storage.save(video.id, to, scratch)
    if (!(await isDeleted(videos, video.id))) return
    // The job that deletes its files may have run before.
    await storage.dropAll(video.id)
    throw new Error('The video was deleted meanwhile.')
  } finally {
    await Bun.file(scratch)
      .delete()
      .catch(() => {})
  }
}

async function sourceOf({ storage }: Videos, id: VideoId): Promise<FileName> {
  return (await storage.read(id, 'original')) === null ? 'web' : 'original'
}

async function prepare(videos: Videos, job: Job): Promise<void> {
  const video = await findVideo(videos.deps.db, idOf(job))
  if (!video || video.refusal !== null || video.format === null) return
  const hasFfmpeg = ffmpegPath(videos.deps.env) !== null
  const [poster] = await Promise.allSettled([hasFfmpeg ? makePoster(videos, job, video) : undefined])
  await addWebFile(videos, job, video, video.format)
  if (poster.status === 'rejected' && !(poster.reason instanceof OutOfMemory)) throw poster.reason
}

async function makePoster(videos: Videos, { signal }: Job, video: VideoRow): Promise<void> {
  if (video.has_poster) return
  const from = await sourceOf(videos, video.id)
  const takeAt = (seconds: number) => {
    const args = posterArguments(seconds, video.hdr === 1)
    return runFfmpeg(videos, {
      video,
      from,
      to: 'poster',
      extension: 'jpg',
      args,
      most: mostBytes.poster,
      signal,
    })
  }
  await takeAt(posterAt).catch(error => {
    if (error instanceof TooSlow || !(error instanceof ConversionFailed)) throw error
    // Short streams may lack later frames.
    return takeAt(0)
  })
  await updateVideo(videos.deps.db, video.id, { has_poster: 1 })
}

/**
 * Stores the file for others, without metadata; without ffmpeg, a copy.
 * Fails if ffmpeg can't rewrite it: metadata may tell where it was recorded.
 */
async function makeWebFile(
  videos: Videos,
  { signal }: Job,
  video: VideoRow,
  format: VideoFormat,
): Promise<void> {
  const target = {
    video,
    from: 'original',
    to: 'web',
    extension: format,
    most: mostBytes.web(video.size_bytes),
  } as const
  if (ffmpegPath(videos.deps.env) !== null)
    return runFfmpeg(videos, { ...target, args: remuxArguments(format), signal })
  await storeFile(videos, target, async scratch => {
    await using original = await videos.storage.localCopy(video.id, 'original')
    await copyFile(original.path, scratch)
  })
}

async function addWebFile(videos: Videos, job: Job, video: VideoRow, format: VideoFormat): Promise<void> {
  if (video.has_web) return
  const { db, now } = videos.deps
  await makeWebFile(videos, job, video, format)
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
    await runFfmpeg(videos, {
      video,
      from: await sourceOf(videos, id),
      to: 'h264',
      extension: 'mp4',
      args: renditionArguments(video.hdr === 1),
      most: mostBytes.h264,
      signal: job.signal,
    })
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
