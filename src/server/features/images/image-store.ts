import { dirname, join } from 'node:path'
import type { ImageId } from '#contract/ids.ts'
import { type FileStorage, unavailable } from '#server/features/file-storage/index.ts'

const files = () => import('node:fs/promises')

/** fsync. */
async function sync(path: string): Promise<void> {
  const { open } = await files()
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Below `uploads/`. File names are generated ids, never taken from requests. */
export const pictureFile = (id: ImageId) => `images/${id}.webp`

export function imageStore(dataDir: string) {
  const directory = join(dataDir, 'uploads', 'images')
  const pathOf = (id: ImageId) => join(dataDir, 'uploads', pictureFile(id))

  return {
    pathOf,

    /** Durable: rows never name missing files. @throws ApiError 507 */
    async write(id: ImageId, bytes: Uint8Array): Promise<void> {
      const { mkdir, rename, unlink, writeFile } = await files()
      const temporary = join(directory, `.${id}.part`)
      try {
        const isNew = (await mkdir(directory, { recursive: true })) !== undefined
        await writeFile(temporary, bytes)
        await sync(temporary)
        await rename(temporary, pathOf(id))
        await sync(directory)
        if (isNew) await sync(dirname(directory))
      } catch (error) {
        await unlink(temporary).catch(() => {})
        throw error
      }
    },

    async remove(id: ImageId): Promise<void> {
      const { unlink } = await files()
      await unlink(pathOf(id)).catch(() => {})
    },
  }
}

/** Null: missing. @throws ApiError 503 when it is in a bucket that is away */
export async function readPicture(files: FileStorage, id: ImageId): Promise<Blob | null> {
  const file = await files.read(pictureFile(id))
  if (file === null || file.blob !== null) return file?.blob ?? null
  const stream = await file.stream(0, file.size).catch(unavailable)
  return new Response(stream).blob()
}
