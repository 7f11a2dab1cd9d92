import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskSpace } from '#server/disk-space.ts'
import type { FileStorage } from '#server/storage/file-storage/index.ts'
import { diskStorage, pathOf } from './disk-storage.ts'
import type { VideoStorage } from './video-storage.ts'

/** Uploads, originals and files in the making on the disk, finished files where STORAGE says. */
export function videoStorage(dataDir: string, space: DiskSpace, files: FileStorage): VideoStorage {
  const { uploadOf, ...disk } = diskStorage(dataDir, space)
  return {
    ...disk,
    read: (id, name) => files.read(pathOf(id, name)),
    localCopy: async (id, name) =>
      name === 'upload'
        ? { path: uploadOf(id), [Symbol.asyncDispose]: async () => {} }
        : files.localCopy(pathOf(id, name)),
    save: (id, name, scratch) => files.save({ path: pathOf(id, name), owner: id }, scratch),
    async drop(id, name) {
      await files.drop(pathOf(id, name))
      // Empty ones only.
      await rmdir(dirname(files.localPath(pathOf(id, name)))).catch(() => {})
    },
    async dropAll(id) {
      await disk.dropAll(id)
      await files.dropAll(id)
    },
  }
}
