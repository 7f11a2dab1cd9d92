import limit from 'p-limit'
import type { VideoId } from '#contract/ids.ts'
import { videoTexts as texts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import { ApiError, notFound } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { findVideo, markAccepted, markRefused, reopenUpload, videoJobs } from '../crew-videos.queries.ts'
import { isExpired } from '../crew-videos.rules.ts'
import type { VideoRow } from '../crew-videos.table.ts'
import type { Videos } from '../services.ts'
import { finishUpload } from '../upload/finish-upload.ts'
import {
  type Accepted,
  formatOf,
  isAccepted,
  isRenditionAlready,
  playsInBrowsers,
  refusalOf,
} from './probe.rules.ts'
import { probe } from './probe.ts'
import { ffmpegPath } from './sandbox.ts'

const twoAtATime = limit(2)

/** Probes a complete upload, and deletes it when refused. Idempotent. @throws ApiError 503 without ffprobe */
export function checkUpload(videos: Videos, id: VideoId): Promise<void> {
  const running = videos.checking.get(id)
  if (running) return running
  const checking = twoAtATime(() => check(videos, id)).finally(() => videos.checking.delete(id))
  videos.checking.set(id, checking)
  return checking
}

async function check(videos: Videos, id: VideoId): Promise<void> {
  const video = await findVideo(videos.deps.db, id)
  if (video?.status !== 'uploaded') return
  try {
    await checkFile(videos, video)
  } catch (error) {
    // Another process has checked it meanwhile, and moved its file.
    if ((await findVideo(videos.deps.db, id))?.status === 'uploaded') throw error
  }
}

async function checkFile(videos: Videos, { id, size_bytes: size }: VideoRow): Promise<void> {
  const { deps, storage } = videos
  const received = await storage.received(id)
  // A power cut can lose bytes.
  if (received !== null && received < size) return reopenUpload(deps.db, id)
  // Recovers a crash after finishUpload.
  const name = received === null ? 'original' : 'upload'
  if (name === 'original' && (await storage.read(id, name)) === null) return refuse(videos, id, texts.lost)
  await using file = await storage.localCopy(id, name)
  // Another process has accepted it meanwhile, and deletes its slices.
  if (Bun.file(file.path).size !== size) throw new ApiError('unavailable', texts.unchecked)
  const facts = await probe(deps.env, file.path)
  if (!isAccepted(facts)) return refuse(videos, id, refusalOf(facts) ?? texts.notAVideo)
  if (name === 'upload') await storage.finishUpload(id, file.path)
  else await storage.dropUpload(id)
  await accept(videos, id, facts)
}

async function accept({ deps, storage }: Videos, id: VideoId, facts: Accepted): Promise<void> {
  const canConvert = ffmpegPath(deps.env) !== null
  const needsRendition = !playsInBrowsers(facts)
  const isGone = await inTransaction(deps.db, async trx => {
    const now = deps.now()
    const result = {
      status: needsRendition && canConvert ? ('processing' as const) : ('ready' as const),
      durationMs: Math.round(facts.seconds * 1000),
      format: formatOf(facts),
      needsRendition,
      isHdr: facts.video.isHdr,
    }
    if (!(await markAccepted(trx, id, result, now))) return (await findVideo(trx, id)) === undefined
    await enqueue(trx, videoJobs.prepare, id, now)
    if (canConvert && !isRenditionAlready(facts)) await enqueue(trx, videoJobs.convert, id, now)
    return false
  })
  if (isGone) await storage.dropAll(id)
}

/** Has no effect on a video that another process has accepted. */
async function refuse({ deps, storage }: Videos, id: VideoId, reason: string): Promise<void> {
  const isRefused = await inTransaction(deps.db, async trx => {
    if ((await findVideo(trx, id))?.status !== 'uploaded') return false
    await markRefused(trx, id, { status: 'refused', reason }, deps.now())
    return true
  })
  if (isRefused) await storage.dropAll(id)
}

/** @throws ApiError 404 deleted, 409 incomplete, 410 expired, 422 refused */
export async function completeUpload(videos: Videos, video: VideoRow): Promise<VideoRow> {
  const { db, now } = videos.deps
  if (isExpired(video, now())) throw new ApiError('gone', texts.expired)
  if (video.status === 'uploading') await finishUpload(videos, video)
  await checkUpload(videos, video.id)
  const current = await findVideo(db, video.id)
  if (!current) throw notFound(texts.unknown)
  if (current.status === 'uploading') return completeUpload(videos, current)
  if (current.refusal !== null) throw new ApiError('unacceptable_file', current.refusal)
  return current
}
