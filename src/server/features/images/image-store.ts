import { dirname, join } from 'node:path'
import type { ImageId } from '#contract/ids.ts'
import type { Env } from '#server/env.ts'

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

/** File names are generated ids, never taken from requests. */
export function imageStore(dataDir: string) {
  const directory = join(dataDir, 'uploads', 'images')
  const pathOf = (id: ImageId) => join(directory, `${id}.webp`)

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

/** Null: missing. */
export async function readPicture({ dataDir }: Pick<Env, 'dataDir'>, id: ImageId): Promise<Blob | null> {
  const file = Bun.file(imageStore(dataDir).pathOf(id))
  return (await file.exists()) ? file : null
}
