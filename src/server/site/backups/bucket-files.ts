import { uploadsName } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import { type BucketFile, bucketClients } from '#server/storage/file-storage/index.ts'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'
import { chunkSize } from './backup-format.ts'

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
  chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/** Returns the files in buckets that are not `onDisk`; empty if backups leave them out. */
export async function filesInBuckets(
  { s3, backupBucketFiles }: BucketSettings,
  { listRows, onDisk }: { listRows: () => Promise<BucketFile[]>; onDisk: ReadonlySet<string> },
): Promise<FileInBucket[]> {
  if (!backupBucketFiles) return []
  const clientOf = bucketClients(s3, { pausesMs })
  return (await listRows()).flatMap((row): FileInBucket[] => {
    const name = `${uploadsName}/${row.path}`
    if (onDisk.has(name)) return []
    const { size_bytes: size, modified_at: modifiedAt, sha256 } = row
    return [{ name, size, modifiedAt, sha256, chunks: () => chunksOf(row, clientOf) }]
  })
}

async function* chunksOf(
  { place, path, size_bytes: size }: BucketFile,
  clientOf: (place: string) => S3Client,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < size; at += chunkSize) {
    const to = Math.min(size, at + chunkSize)
    const chunk = await clientOf(place).readPart(path, at, to)
    if (chunk?.byteLength !== to - at) throw new S3Error(`${place}/${path} is missing or incomplete.`)
    yield chunk
  }
}
