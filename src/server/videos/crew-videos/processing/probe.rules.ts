import { limits } from '#contract/limits.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { VideoFormat } from '../crew-videos.table.ts'

export interface Measured {
  container: 'matroska' | 'mp4'
  /** Seconds that the header states, or null if it states none, as from MediaRecorder. */
  claimedSeconds: number | null
  /** Seconds measured from packets. */
  seconds: number
  /** End of the last packet; the clock may start late. */
  endsAt: number
  video: {
    codec: string
    pixelFormat: string | null
    width: number
    height: number
    isHdr: boolean
    isVisible: boolean
  } | null
  audioCodec: string | null
}

/** Measured facts, or null if the file is unreadable. */
export type Probe = Measured | null

/** 8K; larger frames take gigabytes. */
const maxPixels = 8192 * 4608

/** Tolerated seconds missing at the end. */
const cutShort = 1

/** Remuxing can expand packets and fill the disk. */
export const mostPacked = (fileBytes: number): number => 2 * fileBytes

/** Codecs that every ffprobe can decode. */
const readableCodecs = new Set(['h264', 'hevc', 'vp8', 'vp9', 'mpeg4', 'mjpeg'])

const isGarbled = ({ codec, isVisible }: NonNullable<Measured['video']>): boolean =>
  readableCodecs.has(codec) && !isVisible

const isCutShort = ({ claimedSeconds, seconds, endsAt }: Measured): boolean =>
  claimedSeconds !== null && Math.max(seconds, endsAt) < claimedSeconds - cutShort

/** @returns the reason of a refusal; null when accepted */
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

export const isAccepted = (probe: Probe): probe is Accepted => refusalOf(probe) === null

const browserCodecs = new Set(['h264', 'vp8', 'vp9', 'av1'])
const browserAudio = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac'])
const browserPixels = new Set(['yuv420p', 'yuvj420p'])

const webmCodecs = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis'])

/** MediaRecorder can write H.264 to Matroska, invalid in WebM. */
export const formatOf = ({ container, video, audioCodec }: Accepted): VideoFormat =>
  container === 'matroska' &&
  webmCodecs.has(video.codec) &&
  (audioCodec === null || webmCodecs.has(audioCodec))
    ? 'webm'
    : 'mp4'

/** HEVC fires `loadedmetadata` with videoWidth 0. */
export const playsInBrowsers = ({ video, audioCodec }: Accepted): boolean =>
  browserCodecs.has(video.codec) &&
  (video.codec !== 'h264' || browserPixels.has(video.pixelFormat ?? 'yuv420p')) &&
  (audioCodec === null || browserAudio.has(audioCodec))

/** Pixels. */
export const renditionSide = 720

export const isRenditionAlready = ({ container, video, audioCodec }: Accepted): boolean =>
  container === 'mp4' &&
  video.codec === 'h264' &&
  browserPixels.has(video.pixelFormat ?? '') &&
  Math.min(video.width, video.height) <= renditionSide &&
  (audioCodec === null || audioCodec === 'aac')
