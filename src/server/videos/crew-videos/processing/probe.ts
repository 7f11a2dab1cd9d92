import limit from 'p-limit'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/http/errors.ts'
import { mostPacked, type Probe } from './probe.rules.ts'
import { ffprobePath, type Limits, type Run, run, wasRefusedMemory } from './sandbox.ts'

/** Excludes demuxers that open other files. */
export const formatsAllowed = 'matroska,webm,mov,mp4,m4a,3gp,3g2,mj2'
export const protocolsAllowed = 'file'

const limits: Limits = { memory: 1_073_741_824, cpu: 8, fileSize: 0, time: 10_000 }

/** A minute has 6,000. */
const maxPackets = 1_000_000

interface Stream {
  index: number
  codec_type?: string
  codec_name?: string
  pix_fmt?: string
  width?: number
  height?: number
  color_transfer?: string
  disposition?: { attached_pic?: number }
}
interface Description {
  format?: { format_name?: string; duration?: string; size?: string }
  streams?: Stream[]
}

/** Measures a file. Returns null if it isn't a video. @throws ApiError 503 without ffprobe */
export async function probe(env: Env, path: string): Promise<Probe> {
  const program = await ffprobePath(env)
  if (program === null) throw new ApiError('unavailable', videoTexts.unchecked)
  const base = [program, '-v', 'error', '-protocol_whitelist', protocolsAllowed]
  const input = ['-format_whitelist', formatsAllowed, `file:${path}`]
  const description = await describe([...base, '-of', 'json', '-show_format', '-show_streams', ...input])
  const formatName = description?.format?.format_name
  if (!description || formatName === undefined) return null
  const packets = ['-of', 'csv=p=0', '-show_entries', 'packet=pts_time,duration_time,size']
  const fileBytes = Number(description.format?.size)
  const container = formatName.startsWith('matroska') ? 'matroska' : 'mp4'
  const { video, audio } = tracksOf(description.streams ?? [])
  const [span, picture] = await Promise.all([
    packetSpan([...base, ...packets, ...input], mostPacked(fileBytes)),
    video === undefined
      ? null
      : oneDecoder(() => pictureSize([...base, ...firstPictures(video, container), ...input], video)),
  ])
  if (span === null) return null
  return {
    container,
    claimedSeconds: positive(description.format?.duration),
    // Sound may begin before zero, with samples that no player plays.
    seconds: span.last - Math.max(0, span.first),
    endsAt: span.last,
    video: video ? presentVideo(video, picture) : null,
    audioCodec: audio ? (audio.codec_name ?? 'unknown') : null,
  }
}

function positive(text: string | undefined): number | null {
  const seconds = Number(text)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

function tracksOf(streams: readonly Stream[]): { video?: Stream | undefined; audio?: Stream | undefined } {
  return {
    // Cover art is a video stream.
    video: streams.find(stream => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1),
    audio: streams.find(stream => stream.codec_type === 'audio'),
  }
}

const presentVideo = (video: Stream, picture: Size | null) => ({
  codec: video.codec_name ?? 'unknown',
  pixelFormat: video.pix_fmt ?? null,
  // Headers may claim less.
  width: Math.max(video.width ?? 0, picture?.width ?? 0),
  height: Math.max(video.height ?? 0, picture?.height ?? 0),
  isVisible: picture !== null,
  isHdr: video.color_transfer === 'smpte2084' || video.color_transfer === 'arib-std-b67',
})

/** @throws ApiError 503 if ffprobe couldn't run, timed out or lacked memory */
async function hasSucceeded({
  code,
  isLate,
  wasKilledBySystem,
}: Pick<Run, 'code' | 'isLate' | 'wasKilledBySystem'>): Promise<boolean> {
  const status = await code
  // POSIX: 126 not executable, 127 not found.
  if (status === 126 || status === 127 || isLate() || wasKilledBySystem())
    throw new ApiError('unavailable', videoTexts.unchecked)
  return status === 0
}

/**
 * Four frames, one thread, for 8K.
 * Phones trim by an edit list: the frames before the cut are in the file, and ffprobe would leave them out.
 */
const firstPictures = (video: Stream, container: 'matroska' | 'mp4'): string[] => [
  ...(container === 'mp4' ? ['-ignore_editlist', '1'] : []),
  ...['-threads', '1', '-select_streams', String(video.index), '-read_intervals', '%+#4'],
  ...['-of', 'csv=p=0', '-show_entries', 'frame=width,height'],
]

interface Size {
  width: number
  height: number
}

/** 4K takes 180 MB. */
const oneDecoder = limit(1)

/** Returns the decoded size, or null if undecodable. Returns the header's size if memory runs out. */
async function pictureSize(
  command: string[],
  { width: claimedWidth = 0, height: claimedHeight = 0 }: Stream,
): Promise<Size | null> {
  const child = await run(command, limits)
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  await child.code
  if (child.wasKilledBySystem() || wasRefusedMemory(await child.stderr))
    return { width: claimedWidth, height: claimedHeight }
  if (!(await hasSucceeded(child))) return null
  const sizes = lines.map(line => line.split(',').map(Number))
  const [width = 0, height = 0] = [0, 1].map(side => Math.max(...sizes.map(size => size[side] || 0)))
  return width > 0 && height > 0 ? { width, height } : null
}

const descriptionMax = 1_000_000

async function describe(command: string[]): Promise<Description | null> {
  const child = await run(command, limits)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > descriptionMax) child.kill()
  }
  if (!(await hasSucceeded(child))) return null
  const description: Description = JSON.parse(text)
  return description
}

/** Returns the measured seconds, or null if the file is unreadable or over `maxBytes`. */
async function packetSpan(
  command: string[],
  maxBytes: number,
): Promise<{ first: number; last: number } | null> {
  const child = await run(command, limits)
  const decoder = new TextDecoder()
  let rest = ''
  let packets = 0
  let bytes = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for await (const chunk of child.stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [start = Number.NaN, duration = Number.NaN, size] = line.split(',').map(Number.parseFloat)
      bytes += size || 0
      if (Number.isNaN(start)) continue
      first = Math.min(first, start)
      last = Math.max(last, start + (Number.isNaN(duration) ? 0 : duration))
    }
    packets += lines.length
    if (packets > maxPackets || bytes > maxBytes) child.kill()
  }
  if (bytes > maxBytes) return null
  return (await hasSucceeded(child)) && last > first ? { first, last } : null
}
