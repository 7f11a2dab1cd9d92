import type { ImageId } from './ids.ts'

/** `POST /api/images` */
export interface UploadedImage {
  id: ImageId
  /** A path of this site that never changes what it shows. */
  url: string
  width: number
  height: number
}

/** Where a picture of ours is shown; null stays null. */
export const imageUrl = (id: ImageId | null) => (id === null ? null : `/images/${id}.webp`)

/** Plain values: the page that chooses a picture says the same as the server that refuses one. */
export const imageTexts = {
  missing: 'Please choose a picture',
  unknown: 'Please choose a picture that you uploaded here',
  notAPicture: 'This file is not a picture we can show. Use a JPEG, PNG or WebP.',
  tooLarge: 'This picture is larger than 10 MB. Please choose a smaller one.',
  tooManyPixels: 'This picture has too many pixels. Please choose one of at most 64 megapixels.',
  noRoom: 'The server’s disk is nearly full, so this picture was not saved. Please try again later.',
} as const

/** For `accept`; the server judges by content. */
export const imageTypes = 'image/jpeg,image/png,image/webp'
