import { S3Error, s3Client } from '#server/s3/s3-client.ts'
import type { S3Place } from '#server/s3/s3-place.ts'
import { BackupError } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'

const pausesMs: readonly number[] = [1000, 5000]

/** @throws BackupError */
function asBackupError(error: unknown): never {
  throw error instanceof S3Error ? new BackupError(error.message, { cause: error }) : error
}

export function s3Store(place: S3Place): BackupStore {
  const client = s3Client(place, { pausesMs })
  return {
    text: client.text,
    async *list(folder) {
      try {
        for await (const { name } of client.list(folder)) yield name
      } catch (error) {
        asBackupError(error)
      }
    },
    read: name => client.read(name).catch(asBackupError),
    write: (name, bytes) => client.write(name, bytes).catch(asBackupError),
    remove: name => client.remove(name).catch(asBackupError),
  }
}
