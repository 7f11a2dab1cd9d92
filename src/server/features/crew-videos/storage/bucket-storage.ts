import type { DiskSpace } from '#server/disk-space.ts'
import type { FileStorage } from '#server/features/file-storage/index.ts'
import { diskStorage, pathOf } from './disk-storage.ts'
import type { VideoStorage } from './video-storage.ts'

/** The disk's storage, whose finished files may be in a bucket. */
export function videoStorage(dataDir: string, space: DiskSpace, files: FileStorage): VideoStorage {
  const { uploadOf, ...disk } = diskStorage(dataDir, space)
  return {
    ...disk,
    read: (id, name) => files.read(pathOf(id, name)),
    localCopy: async (id, name) => (name === 'upload' ? uploadOf(id) : files.localCopy(pathOf(id, name))),
    drop: (id, name) => files.drop(pathOf(id, name)),
    async dropAll(id) {
      await disk.dropAll(id)
      await files.dropAll(id)
    },
  }
}
