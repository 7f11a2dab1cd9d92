import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageId } from '#contract/ids.ts'
import { ApiError } from '#server/http/errors.ts'

/** The pictures' files. A name is made of our own id, never of what a request says. */
export function imageStore(dataDir: string) {
  const directory = join(dataDir, 'uploads', 'images')
  const pathOf = (id: ImageId) => join(directory, `${id}.webp`)

  return {
    pathOf,

    /** Under another name first: a file with its own name is always whole. @throws ApiError 507 when the disk is full */
    async write(id: ImageId, bytes: Uint8Array): Promise<void> {
      const temporary = join(directory, `.${id}.part`)
      try {
        await mkdir(directory, { recursive: true })
        await writeFile(temporary, bytes)
        await rename(temporary, pathOf(id))
      } catch (error) {
        await unlink(temporary).catch(() => {})
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
          throw new ApiError('no_room', 'There is no room for this picture right now.', { cause: error })
        throw error
      }
    },

    async remove(id: ImageId): Promise<void> {
      await unlink(pathOf(id)).catch(() => {})
    },
  }
}
