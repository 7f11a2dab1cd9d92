import { limits } from '#contract/limits.ts'
import { videoTexts } from '#contract/video-texts.ts'
import type { VideoFormat } from '../crew-videos.table.ts'

/** What was measured of a file. */
export interface Measured {
  /** The family of the container: Matroska, of which WebM is a part, or MP4 and QuickTime. */
  container: 'matroska' | 'mp4'
  /** What the file says of itself; null: nothing, as with what browsers record. Seconds. */
  claimedSeconds: number | null
  /** From the first packet to the end of the last. */
  seconds: number
  /** When the last packet ends, on the file's own clock, which may begin late. */
  endsAt: number
  video: {
    codec: string
    profile: string | null
    pixelFormat: string | null
    width: number
    height: number
    isHdr: boolean
    /** Whether the first of its pictures can be decoded. */
    isVisible: boolean
  } | null
  audioCodec: string | null
}

/** A file that is no video to any demuxer that we let near it. */
export type Probe = Measured | null

/** 8K; what is larger costs gigabytes to decode and comes from no phone. */
const maxPixels = 8192 * 4608

/** Seconds that packets may fall short of what the header says: the rest of the file is missing. */
const cutShort = 1

/**
 * Bytes that the packets of a file of `fileBytes` have at most. Matroska can compress them, and MP4 name the same bytes a
 * thousand times: what is small to send would fill the disk once it was put in order. Recorders do neither; the headers
 * that some strip off their packets are a few bytes each.
 */
export const mostPacked = (fileBytes: number): number => 2 * fileBytes

/** What every ffprobe decodes; of other codecs that it makes nothing out may be its own fault. */
const readableCodecs = new Set(['h264', 'hevc', 'vp8', 'vp9', 'mpeg4', 'mjpeg'])

const isGarbled = ({ codec, isVisible }: NonNullable<Measured['video']>): boolean =>
  readableCodecs.has(codec) && !isVisible

const isCutShort = ({ claimedSeconds, seconds, endsAt }: Measured): boolean =>
  claimedSeconds !== null && Math.max(seconds, endsAt) < claimedSeconds - cutShort

/** Why a file is refused, in words for its owner; null: it is taken. */
export function refusalOf(probe: Probe): string | null {
  if (probe?.video == null) return videoTexts.notAVideo
  const { width, height } = probe.video
  const isPicture = Math.min(width, height) >= limits.videoMinSide && width * height <= maxPixels
  if (!isPicture || !Number.isFinite(probe.seconds)) return videoTexts.notAVideo
  if (isGarbled(probe.video) || isCutShort(probe)) return videoTexts.notAVideo
  if (probe.seconds < limits.videoMin - limits.videoTolerance) return videoTexts.tooShort(probe.seconds)
  if (probe.seconds > limits.videoMax + limits.videoTolerance) return videoTexts.tooLong(probe.seconds)
  return null
}

export type Accepted = Measured & { video: NonNullable<Measured['video']> }

/** Narrows what {@link refusalOf} has let through. */
export const isAccepted = (probe: Probe): probe is Accepted => refusalOf(probe) === null

const browserCodecs = new Set(['h264', 'vp8', 'vp9', 'av1'])
const browserAudio = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac'])
const browserPixels = new Set(['yuv420p', 'yuvj420p'])

const webmCodecs = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis'])

/** What its pictures and sounds can be kept in as they are: a browser may record H.264 into Matroska, which WebM has not. */
export const formatOf = ({ container, video, audioCodec }: Accepted): VideoFormat =>
  container === 'matroska' &&
  webmCodecs.has(video.codec) &&
  (audioCodec === null || webmCodecs.has(audioCodec))
    ? 'webm'
    : 'mp4'

/** Whether common browsers play it as it is. HEVC fires `loadedmetadata` without a picture, and no error. */
export const playsInBrowsers = ({ video, audioCodec }: Accepted): boolean =>
  browserCodecs.has(video.codec) &&
  (video.codec !== 'h264' || browserPixels.has(video.pixelFormat ?? 'yuv420p')) &&
  (audioCodec === null || browserAudio.has(audioCodec))

/** The short side of a rendition at most, in pixels. */
export const renditionSide = 720

/** Whether every phone plays it already, at a size that suits one: no rendition would be better. */
export const isRenditionAlready = ({ container, video, audioCodec }: Accepted): boolean =>
  container === 'mp4' &&
  video.codec === 'h264' &&
  browserPixels.has(video.pixelFormat ?? '') &&
  Math.min(video.width, video.height) <= renditionSide &&
  (audioCodec === null || audioCodec === 'aac')
