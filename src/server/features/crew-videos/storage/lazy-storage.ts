import type { DiskSpace } from '#server/disk-space.ts'
import type { VideoStorage } from './video-storage.ts'

/**
 * Where this server's videos lie. Loaded with the first video: node's file promises alone are more than a millisecond of
 * a start.
 */
export function videoStorage(dataDir: string, space: DiskSpace): VideoStorage {
  let loading: Promise<VideoStorage> | undefined
  const disk = () => {
    loading ??= import('./disk-storage.ts').then(({ diskStorage }) => diskStorage(dataDir, space))
    return loading
  }
  return {
    uploads: async rows => (await disk()).uploads(rows),
    received: async id => (await disk()).received(id),
    begin: async id => (await disk()).begin(id),
    append: async (id, from, bytes, size) => (await disk()).append(id, from, bytes, size),
    restart: async id => (await disk()).restart(id),
    dropUpload: async id => (await disk()).dropUpload(id),
    finishUpload: async id => (await disk()).finishUpload(id),
    read: async (id, name) => (await disk()).read(id, name),
    localCopy: async (id, name) => (await disk()).localCopy(id, name),
    scratch: async extension => (await disk()).scratch(extension),
    keep: async (id, name, scratch) => (await disk()).keep(id, name, scratch),
    drop: async (id, name) => (await disk()).drop(id, name),
    dropAll: async id => (await disk()).dropAll(id),
    quarantine: async id => (await disk()).quarantine(id),
    release: async id => (await disk()).release(id),
    dropQuarantined: async id => (await disk()).dropQuarantined(id),
    list: async () => (await disk()).list(),
    requireRoom: async bytes => (await disk()).requireRoom(bytes),
  }
}
