import { copyFile } from 'node:fs/promises'
import type { VideoId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { findVideo, updateVideo } from '../crew-videos.queries.ts'
import type { VideoFormat, VideoRow } from '../crew-videos.table.ts'
import type { Videos } from '../services.ts'
import type { FileName } from '../storage/video-storage.ts'
import {
  ConversionFailed,
  ffmpeg,
  posterArguments,
  remuxArguments,
  renditionArguments,
  TooSlow,
} from './ffmpeg.ts'
import { ffmpegPath } from './sandbox.ts'

/** Seconds; first frames are often black. */
const posterAt = 1

/** Renditions reach 3.2 Mbit/s (400 kB/s), plus index. */
const mostBytes = {
  poster: 4_194_304,
  web: (originalBytes: number) => Math.round(originalBytes * 1.1) + 1_048_576,
  h264: limits.videoMax * 700_000,
} as const

/** True when its files are deleted, or about to be. */
export async function isDeleted({ deps }: Videos, id: VideoId): Promise<boolean> {
  const video = await findVideo(deps.db, id)
  return !video || video.refusal !== null
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

/** Stores a picture of the video, unless there is one. */
export async function makePoster(videos: Videos, video: VideoRow, signal: AbortSignal): Promise<void> {
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
export async function makeWebFile(
  videos: Videos,
  video: VideoRow,
  format: VideoFormat,
  signal: AbortSignal,
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

/** Stores the rendition that every browser plays. */
export const makeRendition = async (videos: Videos, video: VideoRow, signal: AbortSignal): Promise<void> =>
  runFfmpeg(videos, {
    video,
    from: await sourceOf(videos, video.id),
    to: 'h264',
    extension: 'mp4',
    args: renditionArguments(video.hdr === 1),
    most: mostBytes.h264,
    signal,
  })
