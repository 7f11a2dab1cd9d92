import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CoreDeps } from '#server/core-deps.ts'
import { inTransaction } from '#server/db/connection.ts'
import { unlessMissing } from '#server/db/disk-errors.ts'
import { EnvError } from '#server/env-values.ts'
import { ApiError } from '#server/http/errors.ts'
import { type S3Client, S3Error, s3Client } from '#server/s3/s3-client.ts'
import { s3Place } from '#server/s3/s3-place.ts'
import { dropBucketFile, dropBucketFilesOf, findBucketFile } from './bucket-files.queries.ts'
import type { BucketFile } from './bucket-files.table.ts'

/** Bytes per request to the bucket: a player's memory on the server. */
const partSize = 1_048_576

export interface StoredFile {
  size: number
  /** The same on the disk and in a bucket. */
  version: string
  /** Null: in a bucket. */
  blob: Bun.BunFile | null
  /** Answers when the first bytes are there. @param to exclusive @throws S3Error */
  stream(from: number, to: number): Promise<ReadableStream<Uint8Array>>
}

/** Finished files below `uploads/`: on the disk, or in a bucket once they have been moved. Paths are relative to it. */
export interface FileStorage {
  localPath(path: string): string
  /** Null: missing. */
  read(path: string): Promise<StoredFile | null>
  /** Fetches a file that is only in a bucket. @returns an absolute path, of no file when there is none @throws S3Error */
  localCopy(path: string): Promise<string>
  drop(path: string): Promise<void>
  /** All files of a video or picture. */
  dropAll(owner: string): Promise<void>
  /** @param place `s3://bucket/prefix` @throws S3Error without its settings */
  bucket(place: string): S3Client
}

const versionOf = (size: number, modifiedAt: number) => `${size.toString(36)}-${modifiedAt.toString(36)}`

/** Seconds. */
const tryAgainAfter = 30

/** For people, of an error of {@link StoredFile.stream}. @throws ApiError 503 */
export function unavailable(cause: unknown): never {
  if (!(cause instanceof S3Error)) throw cause
  throw new ApiError('unavailable', 'This file can’t be shown right now. Please try again in a minute.', {
    headers: { 'Retry-After': String(tryAgainAfter) },
    cause,
  })
}

/** Null: missing. */
export async function statFile(path: string) {
  const file = await unlessMissing(stat(path), null)
  return file && { size: file.size, modifiedAt: Math.round(file.mtimeMs), ino: file.ino }
}

export function makeFileStorage({
  env,
  db,
  disk,
  now,
}: Pick<CoreDeps, 'env' | 'db' | 'disk' | 'now'>): FileStorage {
  const root = join(env.dataDir, 'uploads')
  const localPath = (path: string) => join(root, path)
  const clients = new Map<string, S3Client>()

  function bucket(place: string): S3Client {
    const known = clients.get(place)
    if (known) return known
    try {
      const client = s3Client(s3Place('STORAGE', place, env.s3, 'disk'))
      clients.set(place, client)
      return client
    } catch (error) {
      throw error instanceof EnvError ? new S3Error(error.message, { cause: error }) : error
    }
  }

  /** Falls back to the disk: the file may have been moved there. */
  async function readPart(file: BucketFile, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const part = await bucket(file.place).readPart(file.path, from, to)
    if (part?.byteLength === to - from) return part
    const local = Bun.file(localPath(file.path))
    if (await local.exists()) return local.slice(from, to).bytes()
    throw new S3Error(`${file.place}/${file.path} is ${part === null ? 'missing' : 'incomplete'}.`)
  }

  async function stream(file: BucketFile, from: number, to: number): Promise<ReadableStream<Uint8Array>> {
    const next = (at: number) => readPart(file, at, Math.min(to, at + partSize))
    let part = await next(from)
    // Bun sends the Content-Length of a blob's stream, and drops that of others.
    if (part.byteLength === to - from) return new Blob([part]).stream()
    let at = from
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (at > from) part = await next(at)
          at += part.byteLength
          controller.enqueue(part)
          if (at >= to) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  }

  async function readLocal(path: string): Promise<StoredFile | null> {
    const file = await statFile(localPath(path))
    if (file === null) return null
    const blob = Bun.file(localPath(path))
    return {
      size: file.size,
      version: versionOf(file.size, file.modifiedAt),
      blob,
      stream: async (from, to) => blob.slice(from, to).stream(),
    }
  }

  /** Checks the content, then moves it in. @throws S3Error, ApiError 507 */
  async function fetchBack(file: BucketFile): Promise<void> {
    const { path, size_bytes: size } = file
    const target = localPath(path)
    const scratch = join(root, 'videos', 'scratch', crypto.randomUUID())
    await mkdir(dirname(scratch), { recursive: true })
    await mkdir(dirname(target), { recursive: true })
    using reservation = disk.reserve(scratch, size)
    const hash = new Bun.CryptoHasher('sha256')
    const handle = await open(scratch, 'wx')
    try {
      for (let at = 0; at < size; at += partSize) {
        const part = await readPart(file, at, Math.min(size, at + partSize))
        await handle.writeFile(part)
        hash.update(part)
        reservation.wrote(part.byteLength)
      }
      if (hash.digest('hex') !== file.sha256)
        throw new S3Error(`${file.place}/${path} is damaged: its checksum is wrong.`)
      await utimes(scratch, file.modified_at / 1000, file.modified_at / 1000)
      await handle.sync()
      await rename(scratch, target)
    } finally {
      await handle.close()
      await rm(scratch, { force: true })
    }
    for (const directory of [dirname(target), dirname(dirname(target))]) {
      const parent = await open(directory, 'r')
      await parent.sync().finally(() => parent.close())
    }
  }

  return {
    localPath,
    bucket,
    async read(path) {
      const local = await readLocal(path)
      if (local !== null) return local
      const file = await findBucketFile(db, path)
      // It may have been moved to the disk in between.
      if (file === undefined) return readLocal(path)
      return {
        size: file.size_bytes,
        version: versionOf(file.size_bytes, file.modified_at),
        blob: null,
        stream: (from, to) => stream(file, from, to),
      }
    },
    async localCopy(path) {
      if ((await statFile(localPath(path))) === null) {
        const file = await findBucketFile(db, path)
        if (file !== undefined) await fetchBack(file)
      }
      return localPath(path)
    },
    async drop(path) {
      await rm(localPath(path), { force: true })
      await inTransaction(db, trx => dropBucketFile(trx, path, now()))
    },
    dropAll: owner => inTransaction(db, trx => dropBucketFilesOf(trx, [owner], now())),
  }
}
