import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageId } from '#contract/ids.ts'
import { imageTexts } from '#contract/images.ts'
import { type FileStorage, unavailable } from '#server/storage/file-storage/index.ts'

/** Returns the path below `uploads/`. File names are generated ids, never taken from requests. */
export const pictureFile = (id: ImageId) => `images/${id}.webp`

/**
 * Stores a picture durably: rows never name missing files.
 * @throws ApiError 503 when the bucket is unreachable, 507
 */
export async function savePicture(files: FileStorage, id: ImageId, bytes: Uint8Array): Promise<void> {
  const path = pictureFile(id)
  const temporary = join(dirname(files.localPath(path)), `.${id}.part`)
  try {
    await mkdir(dirname(temporary), { recursive: true })
    await writeFile(temporary, bytes)
    await files.save({ path, owner: id }, temporary).catch(error => unavailable(error, imageTexts.notSaved))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Returns the picture, or null if missing. @throws ApiError 503 when its bucket is unreachable */
export async function readPicture(files: FileStorage, id: ImageId): Promise<Blob | null> {
  const file = await files.read(pictureFile(id))
  if (file === null || file.blob !== null) return file?.blob ?? null
  const stream = await file.stream(0, file.size).catch(error => unavailable(error))
  return new Response(stream).blob()
}
