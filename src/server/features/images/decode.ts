import limit from 'p-limit'
import { imageTexts } from '#contract/images.ts'
import { ApiError } from '#server/http/errors.ts'
import { pictureFormat } from './images.rules.ts'

const maxSide = 2048
/** A phone's 50 megapixels pass; what decodes to gigabytes does not. */
const maxPixels = 64_000_000
const maxSeconds = 20

/** One at a time: each may need hundreds of megabytes, and the library uses every core by itself. */
const oneAtATime = limit(1)

export interface Picture {
  bytes: Uint8Array
  width: number
  height: number
}

const refuse = (message: string, cause?: unknown): never => {
  throw new ApiError('unacceptable_file', message, { cause })
}

/**
 * A stranger's file as a picture of ours: decoded, turned upright, made smaller, and encoded again as WebP, so that
 * nothing of the file itself is kept: no place where it was taken, no profile, nothing hidden behind its end.
 * @throws ApiError 422 for whatever cannot be shown
 */
export function decodePicture(file: Uint8Array): Promise<Picture> {
  if (pictureFormat(file) === null) refuse(imageTexts.notAPicture)
  return oneAtATime(async () => {
    // 40 ms and 20 MB that a starting server does not need.
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    try {
      const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
      if (width * height > maxPixels) refuse(imageTexts.tooManyPixels)
      const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .timeout({ seconds: maxSeconds })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch (error) {
      if (error instanceof ApiError) throw error
      return refuse(imageTexts.notAPicture, error)
    }
  })
}
