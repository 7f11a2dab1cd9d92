import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { VideoId } from '#contract/ids.ts'
import type { DiskSpace } from '#server/disk-space.ts'
import type { FileStorage } from '#server/storage/file-storage/index.ts'
import { S3Error } from '#server/storage/s3/s3-client.ts'
import { bucketUploads } from './bucket-uploads.ts'
import { diskStorage, pathOf } from './disk-storage.ts'
import type { VideoStorage } from './video-storage.ts'

export function videoStorage(dataDir: string, space: DiskSpace, files: FileStorage): VideoStorage {
  const { uploadOf, ...disk } = diskStorage(dataDir, space)
  const storage: VideoStorage = {
    ...disk,
    read: (id, name) => files.read(pathOf(id, name)),
    localCopy: async (id, name) =>
      name === 'upload'
        ? { path: uploadOf(id), [Symbol.asyncDispose]: async () => {} }
        : files.localCopy(pathOf(id, name)),
    save: (id, name, scratch) => files.save({ path: pathOf(id, name), owner: id }, scratch),
    async drop(id, name) {
      await files.drop(pathOf(id, name))
      // Removes the directory only if it is empty.
      await rmdir(dirname(files.localPath(pathOf(id, name)))).catch(() => {})
    },
    async dropAll(id) {
      await disk.dropAll(id)
      await files.dropAll(id)
    },
  }
  return files.shared === null ? storage : sharedStorage(storage, files, space, files.shared)
}

/** Files that other processes need go to the bucket. */
function sharedStorage(
  storage: VideoStorage,
  files: FileStorage,
  space: DiskSpace,
  { bucket, bucketToWrite }: NonNullable<FileStorage['shared']>,
): VideoStorage {
  const uploads = bucketUploads(bucket, bucketToWrite, space)
  const isFinished = async (id: VideoId) => (await files.read(pathOf(id, 'original'))) !== null

  async function dropUpload(id: VideoId): Promise<void> {
    // The site may have stored it on disk before it had several processes.
    await storage.dropUpload(id)
    await uploads.drop(id)
  }

  return {
    ...storage,
    // Its row is enough.
    begin: async () => {},
    async received(id) {
      const bytes = await uploads.received(id)
      // Slices are deleted once the original is stored.
      return (await isFinished(id)) ? null : bytes
    },
    append: uploads.append,
    restart: dropUpload,
    dropUpload,
    async finishUpload(id, copy) {
      await storage.save(id, 'original', copy)
      await dropUpload(id)
    },
    async localCopy(id, name) {
      if (name === 'upload') return uploads.copyTo(await storage.scratch('upload'), id)
      // ffmpeg would say that it can't be converted; another process may still be moving it to the bucket.
      if ((await files.read(pathOf(id, name))) === null)
        throw new S3Error(`${bucket.text}/${pathOf(id, name)} is missing.`)
      return storage.localCopy(id, name)
    },
    async dropAll(id) {
      await uploads.drop(id)
      await storage.dropAll(id)
    },
    async list() {
      const local = await storage.list()
      return { ...local, uploads: [...new Set([...local.uploads, ...(await uploads.list())])] }
    },
  }
}
