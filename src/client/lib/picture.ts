import { imageTexts } from '#contract/images.ts'
import { UserError } from './request.ts'

const quality = 0.85

/** Scales down into a square. */
export function fitInSquare(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))

/**
 * Resizes a picture, as WebP, else JPEG. @param side maximum of the longer side in pixels
 * @throws UserError for an unreadable file
 */
export async function resizePicture(file: Blob, side: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) throw new UserError(imageTexts.notAPicture)
  const { width, height } = fitInSquare(bitmap.width, bitmap.height, side)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new UserError('This browser cannot make the picture smaller.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const webp = await encode(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  // White background: JPEG has no transparency.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  const jpeg = await encode(canvas, 'image/jpeg')
  if (!jpeg) throw new UserError('This browser cannot make the picture smaller.')
  return jpeg
}
