import type { ImageId } from './ids.ts'

export type { UploadedImage } from './uploaded-image.ts'

export const imageUrl = (id: ImageId | null) => (id === null ? null : `/images/${id}.webp`)

export const imageTexts = {
  missing: 'Please choose a picture',
  unknown: 'Please choose a picture that you uploaded here',
  notAPicture: 'This file is not a picture we can show. Use a JPEG, PNG or WebP.',
  tooLarge: 'This picture is larger than 10 MB. Please choose a smaller one.',
  tooManyPixels: 'This picture has too many pixels. Please choose one of at most 64 megapixels.',
  noSpace: 'The server’s disk is nearly full, so this picture was not saved. Please try again later.',
  notSaved: 'This picture can’t be saved right now. Please try again in a minute.',
} as const

/** The server checks content. */
export const imageTypes = 'image/jpeg,image/png,image/webp'
