import { type } from '../arktype.ts'
import { id, makeCheck, messageFor, missingMessages, string } from '../fields.ts'
import { imageTexts } from '../images.ts'
import { count, flag, type Infer, number, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { hasInvisible, isVisible } from '../text.ts'
import { videoTexts as texts } from './video-texts.ts'

export const uploadSlot = object({
  /** Takes `PUT`, or tus `HEAD`, `PATCH` and `DELETE`. */
  uploadUrl: text,
  token: text,
  /** Path of the upload, for operators. */
  path: text,
  videoId: text,
})
export type UploadSlot = Infer<typeof uploadSlot>

const videoStatus = one('uploading', 'processing', 'ready', 'failed')
export type VideoStatus = Infer<typeof videoStatus>

export const completedVideo = object({
  id: text,
  /** Valid for an hour; null while `processing`. */
  video_url: orNull(text),
  thumbnail_url: orNull(text),
  duration_sec: number,
  status: videoStatus,
})
export type CompletedVideo = Infer<typeof completedVideo>

export const crewVideo = object({
  id: text,
  status: videoStatus,
  /** Visible to the owner until location metadata is removed. */
  isPreparing: flag,
  reason: orNull(text),
  sizeBytes: count,
  receivedBytes: count,
  videoUrl: orNull(text),
  thumbnailUrl: orNull(text),
  /** Null until measured. */
  durationSec: orNull(number),
  createdAt: time,
})
export type CrewVideo = Infer<typeof crewVideo>

export const postedVideo = object({
  id: text,
  videoUrl: orNull(text),
  thumbnailUrl: orNull(text),
  durationSec: number,
})
export type PostedVideo = Infer<typeof postedVideo>

/** Name for display; never part of a path. */
const fileName = string(texts.fileNameRequired)
  .pipe(name => name.trim())
  .narrow(
    makeCheck({ minLength: 1, maxLength: limits.fileNameMax }, (name: string) => {
      if (!isVisible(name)) return texts.fileNameRequired
      const isPlain =
        !/[/\\]/.test(name) && !/^\.+$/.test(name) && !hasInvisible(name) && !name.includes('\n')
      if (name.length > limits.fileNameMax) return texts.fileNameTooLong
      return isPlain ? null : texts.fileNameInvalid
    }),
  )

const sizeBytes = type('number')
  .configure({ message: () => texts.sizeRequired }, 'self')
  .narrow(
    makeCheck({ type: 'integer', minimum: 1 }, (size: number) => {
      if (size === 0) return texts.empty
      return Number.isSafeInteger(size) && size > 0 ? null : texts.sizeRequired
    }),
  )

const durationSec = type('number | null')
  .narrow(
    makeCheck({ minimum: 0, maximum: 86_400 }, (seconds: number | null) =>
      seconds === null || (Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400)
        ? null
        : texts.durationInvalid,
    ),
  )
  .configure(...messageFor(texts.durationInvalid))

/** Body of a new video; also the metadata of a tus `POST /files`. */
export const newVideo = type({ fileName, sizeBytes, 'durationSec?': durationSec }).configure(
  ...missingMessages({ fileName: texts.fileNameRequired, sizeBytes: texts.sizeRequired }),
)

export const poster = type({ imageId: id<'image'>(imageTexts.unknown) }).configure(
  ...missingMessages({ imageId: imageTexts.missing }),
)
