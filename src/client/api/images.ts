import { resizePicture } from '#client/lib/picture.ts'
import type { UploadedImage } from '#contract/images.ts'
import { api } from './client.ts'

export function uploadImage(image: Blob, name: string, signal?: AbortSignal): Promise<UploadedImage> {
  const body = new FormData()
  body.set('file', image, name)
  return api('POST /api/images', { body, ...(signal && { signal }) })
}

/**
 * Resizes and uploads. @param side maximum of the longer side in pixels
 * @throws UserError for an unreadable file, RequestError
 */
export async function uploadPicture(file: Blob, side: number): Promise<UploadedImage> {
  const picture = await resizePicture(file, side)
  return uploadImage(picture, picture.type === 'image/webp' ? 'picture.webp' : 'picture.jpg')
}
