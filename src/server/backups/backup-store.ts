import type { BackupPlace } from '#server/backup-config.ts'
import type { DiskSpace } from '#server/disk-space.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

/** Holds whole objects of at most some megabytes, by names such as `blobs/ab/abcd`. */
export interface BackupStore {
  /** For messages. */
  text: string
  /** @throws BackupError when the place doesn't answer */
  list(folder: string): AsyncIterable<string>
  /** Null: missing. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Durable and atomic: a kill leaves the previous object, or none. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Ignores a missing one. */
  remove(name: string): Promise<void>
}

export const openStore = (place: BackupPlace, space: DiskSpace): BackupStore =>
  place.kind === 's3' ? s3Store(place) : folderStore(place, space)
