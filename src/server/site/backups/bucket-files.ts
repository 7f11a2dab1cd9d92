import { uploadsName } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import { EnvError } from '#server/env-values.ts'
import type { BucketFile } from '#server/storage/file-storage/index.ts'
import { type S3Client, S3Error, s3Client } from '#server/storage/s3/s3-client.ts'
import { s3Place } from '#server/storage/s3/s3-place.ts'

const pausesMs: readonly number[] = [1000, 5000]

export type BucketSettings = Pick<Env, 's3' | 'backupBucketFiles'>

/** A video or picture that is in a bucket instead of on the disk. */
export interface FileInBucket {
  /** Path relative to DATA_DIR. */
  name: string
  size: number
  /** Milliseconds since 1970. */
  modifiedAt: number
  sha256: string
  /** @throws S3Error */
  chunks(chunkSize: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/** Returns the files in buckets that are not `onDisk`; empty if backups leave them out. */
export async function filesInBuckets(
  { s3, backupBucketFiles }: BucketSettings,
  { listRows, onDisk }: { listRows: () => Promise<BucketFile[]>; onDisk: ReadonlySet<string> },
): Promise<FileInBucket[]> {
  if (!backupBucketFiles) return []
  const clients = new Map<string, S3Client>()
  const clientOf = (place: string): S3Client => {
    const client = clients.get(place) ?? s3Client(s3Place('STORAGE', place, s3, 'disk'), { pausesMs })
    clients.set(place, client)
    return client
  }
  return (await listRows()).flatMap((row): FileInBucket[] => {
    const name = `${uploadsName}/${row.path}`
    if (onDisk.has(name)) return []
    const { size_bytes: size, modified_at: modifiedAt, sha256 } = row
    return [{ name, size, modifiedAt, sha256, chunks: chunkSize => chunksOf(row, clientOf, chunkSize) }]
  })
}

async function* chunksOf(
  { place, path, size_bytes: size }: BucketFile,
  clientOf: (place: string) => S3Client,
  chunkSize: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for (let at = 0; at < size; at += chunkSize) {
      const to = Math.min(size, at + chunkSize)
      const chunk = await clientOf(place).readPart(path, at, to)
      if (chunk?.byteLength !== to - at) throw new S3Error(`${place}/${path} is missing or incomplete.`)
      yield chunk
    }
  } catch (error) {
    throw error instanceof EnvError ? new S3Error(error.message, { cause: error }) : error
  }
}
