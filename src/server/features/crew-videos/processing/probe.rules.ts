import { limits } from '#contract/limits.ts'
import { videoTexts } from '#contract/video-texts.ts'
import type { VideoFormat } from '../crew-videos.table.ts'

export interface Measured {
  container: 'matroska' | 'mp4'
  /** From the header, in seconds; null: absent, as in MediaRecorder's files. */
  claimedSeconds: number | null
  /** From the first packet to the end of the last. */
  seconds: number
  /** End of the last packet on the file's clock, which may start late. */
  endsAt: number
  video: {
    codec: string
    profile: string | null
    pixelFormat: string | null
    width: number
    height: number
    isHdr: boolean
    /** Whether one of the first frames can be decoded. */
    isVisible: boolean
  } | null
  audioCodec: string | null
}

/** Null: no allowed demuxer reads it. */
export type Probe = Measured | null

/** 8K: larger frames take gigabytes to decode. */
const maxPixels = 8192 * 4608

/** Seconds that packets may end before the header's duration. */
const cutShort = 1

/** Maximum bytes of all packets: compressed or repeated packets of a small file could fill the disk when remuxed. */
export const mostPacked = (fileBytes: number): number => 2 * fileBytes

/** Codecs that every ffprobe decodes; it may lack others. */
const readableCodecs = new Set(['h264', 'hevc', 'vp8', 'vp9', 'mpeg4', 'mjpeg'])

const isGarbled = ({ codec, isVisible }: NonNullable<Measured['video']>): boolean =>
  readableCodecs.has(codec) && !isVisible

const isCutShort = ({ claimedSeconds, seconds, endsAt }: Measured): boolean =>
  claimedSeconds !== null && Math.max(seconds, endsAt) < claimedSeconds - cutShort

/** The reason for the owner; null: accepted. */
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

/** MediaRecorder may put H.264 into Matroska, which WebM doesn't allow. */
export const formatOf = ({ container, video, audioCodec }: Accepted): VideoFormat =>
  container === 'matroska' &&
  webmCodecs.has(video.codec) &&
  (audioCodec === null || webmCodecs.has(audioCodec))
    ? 'webm'
    : 'mp4'

/** Whether common browsers play it. HEVC fires `loadedmetadata` with videoWidth 0 and no error. */
export const playsInBrowsers = ({ video, audioCodec }: Accepted): boolean =>
  browserCodecs.has(video.codec) &&
  (video.codec !== 'h264' || browserPixels.has(video.pixelFormat ?? 'yuv420p')) &&
  (audioCodec === null || browserAudio.has(audioCodec))

/** Pixels, at most. */
export const renditionSide = 720

/** Whether a rendition would be no improvement. */
export const isRenditionAlready = ({ container, video, audioCodec }: Accepted): boolean =>
  container === 'mp4' &&
  video.codec === 'h264' &&
  browserPixels.has(video.pixelFormat ?? '') &&
  Math.min(video.width, video.height) <= renditionSide &&
  (audioCodec === null || audioCodec === 'aac')
