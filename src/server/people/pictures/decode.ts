import { imageTexts } from '#contract/images.ts'
import { limitConcurrency } from '#server/http/concurrency.ts'
import { ApiError } from '#server/http/errors.ts'
import { isPicture } from './pictures.rules.ts'

/** Pixels. */
export interface PictureSize {
  width: number
  height: number
}

const usualSize: PictureSize = { width: 2048, height: 2048 }
const maxPixels = 64_000_000
const maxSeconds = 20

/** One at a time: decoding takes hundreds of megabytes and all cores. Waiting ones take up to `limits.image` each. */
const runAlone = limitConcurrency({
  concurrency: 1,
  queueMax: 40,
  fullText: 'Many pictures are being added right now. Please try again in a moment.',
})

export interface Picture {
  bytes: Uint8Array
  width: number
  height: number
}

const refuse = (message: string, cause?: unknown): never => {
  throw new ApiError('unacceptable_file', message, { cause })
}

/**
 * Re-encodes as WebP, dropping location and appended data.
 * @param begin runs before the picture is decoded; its error ends the decoding
 * @param size largest width and height
 * @throws ApiError 422, 503 with a full queue
 */
export async function decodePicture(
  file: Uint8Array,
  begin: () => Promise<void>,
  size: PictureSize = usualSize,
): Promise<Picture> {
  if (!isPicture(file)) refuse(imageTexts.notAPicture)
  return runAlone(async () => {
    await begin()
    // Takes 40 ms and 20 MB.
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    try {
      const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
      if (width * height > maxPixels) refuse(imageTexts.tooManyPixels)
      const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .resize({ ...size, fit: 'inside', withoutEnlargement: true })
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
