import { type } from 'arktype'
import { limited } from './described.ts'
import { id, required, saysMissing } from './fields.ts'
import { imageTexts } from './images.ts'
import { limits } from './limits.ts'
import { hasInvisible, isVisible } from './text.ts'
import { videoTexts as texts } from './video-texts.ts'

/** `POST /api/crew/videos/upload` */
export interface UploadSlot {
  /** Takes a `PUT` of the whole file, and tus `HEAD`, `PATCH` and `DELETE`. */
  uploadUrl: string
  /** Opens this upload to whoever has it; already part of `uploadUrl`. */
  token: string
  /** Where the file lies, for people who look after the server. */
  path: string
  videoId: string
}

/** `uploading` until every byte is there, `processing` until it can be played, `failed` for good, with a reason. */
export type VideoStatus = 'uploading' | 'processing' | 'ready' | 'failed'

/** `POST /api/crew/videos/:id/complete` */
export interface CompletedVideo {
  id: string
  /** Good for an hour; null while the video is `processing`. */
  video_url: string | null
  thumbnail_url: string | null
  /** Seconds. */
  duration_sec: number
  status: VideoStatus
}

/** `GET /api/crew/videos/:id`, for its owner. */
export interface CrewVideo {
  id: string
  status: VideoStatus
  /** Others cannot see it yet: it may say where it was taken. */
  isPreparing: boolean
  /** Why it failed. */
  reason: string | null
  sizeBytes: number
  /** Bytes that have arrived. */
  receivedBytes: number
  videoUrl: string | null
  thumbnailUrl: string | null
  /** Seconds; null until it was checked. */
  durationSec: number | null
  /** ISO 8601, UTC. */
  createdAt: string
}

/** A video inside of a post. */
export interface PostedVideo {
  id: string
  /** Good for an hour; null while the video is processed. */
  videoUrl: string | null
  thumbnailUrl: string | null
  /** Seconds. */
  durationSec: number
}

interface Context {
  reject(options: { message: string }): false
}

/** Shown to people and to operators, never part of a path; what looks like one is refused all the same. */
const fileName = type('string')
  .configure({ message: () => texts.fileNameRequired }, 'self')
  .pipe(name => name.trim())
  .narrow(
    limited({ minLength: 1, maxLength: limits.fileNameMax }, (name: string, ctx: Context) => {
      if (!isVisible(name)) return ctx.reject({ message: texts.fileNameRequired })
      const isPlain =
        !/[/\\]/.test(name) && !/^\.+$/.test(name) && !hasInvisible(name) && !name.includes('\n')
      return (isPlain && name.length <= limits.fileNameMax) || ctx.reject({ message: texts.fileNameInvalid })
    }),
  )

const sizeBytes = type('number')
  .configure({ message: () => texts.sizeRequired }, 'self')
  .narrow(
    limited({ type: 'integer', minimum: 1 }, (size, ctx) => {
      if (size === 0) return ctx.reject({ message: texts.empty })
      return (Number.isSafeInteger(size) && size > 0) || ctx.reject({ message: texts.sizeRequired })
    }),
  )

/** What the device says; the server measures for itself. */
const durationSec = type('number | null')
  .narrow(
    limited({ minimum: 0, maximum: 86_400 }, (seconds: number | null, ctx: Context) => {
      const isDuration = seconds === null || (Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400)
      return isDuration || ctx.reject({ message: texts.durationInvalid })
    }),
  )
  .configure({ message: () => texts.durationInvalid }, 'references')

/** `POST /api/crew/videos/upload`, and the metadata of `POST /files` */
export const newVideo = type({ fileName, sizeBytes, 'durationSec?': durationSec }).configure(
  { message: saysMissing({ fileName: texts.fileNameRequired, sizeBytes: texts.sizeRequired }) },
  required,
)

/** `PUT /api/crew/videos/:id/poster` */
export const poster = type({ imageId: id<'image'>(imageTexts.unknown) }).configure(
  { message: saysMissing({ imageId: imageTexts.missing }) },
  required,
)
