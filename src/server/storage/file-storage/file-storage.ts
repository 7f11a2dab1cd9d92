import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { day } from '#contract/time.ts'
import type { CoreDeps } from '#server/core-deps.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import { unlessMissing } from '#server/db/disk-errors.ts'
import { ApiError } from '#server/http/errors.ts'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'
import { bucketClients, piecesOf } from './bucket-clients.ts'
import {
  dropBucketFile,
  dropBucketFilesOf,
  expectBucketFile,
  findBucketFile,
  recordBucketFile,
} from './bucket-files.queries.ts'
import type { BucketFile } from './bucket-files.table.ts'
import { requireOurs } from './installation.ts'
import { sendFile } from './send-file.ts'

export interface StoredFile {
  size: number
  /** Version of the content, the same on the disk and in a bucket. */
  version: string
  /** File on the disk, or null if it is in a bucket. */
  blob: Bun.BunFile | null
  /** Answers when the first bytes are there. @param to exclusive @throws S3Error */
  stream(from: number, to: number): Promise<ReadableStream<Uint8Array>>
}

/** A file that nothing changes any more. */
export interface FinishedFile {
  /** Path below `uploads/`. */
  path: string
  /** The video or picture. */
  owner: string
}

/** A copy for local programs; use with `await using`. */
export interface LocalCopy extends AsyncDisposable {
  /** Absolute path. No file is there if the file is missing. */
  path: string
}

/** Finished files below `uploads/`: on the disk, or in the bucket of STORAGE. Paths are relative to it. */
export interface FileStorage {
  /**
   * The bucket that several processes share, for finished and unfinished files:
   * their disks hold nothing unique. Null with one process.
   */
  shared: {
    bucket: S3Client
    /**
     * Returns the bucket for requests that store or delete.
     * @throws S3Error when it belongs to another installation
     */
    bucketToWrite(): Promise<S3Client>
  } | null
  localPath(path: string): string
  /** Returns the file, or null if it is missing. */
  read(path: string): Promise<StoredFile | null>
  /** @throws S3Error when it can't be fetched from its bucket */
  localCopy(path: string): Promise<LocalCopy>
  /** Moves the file at `from` into the storage, durably. @throws S3Error */
  save(file: FinishedFile, from: string): Promise<void>
  /** Fetches and checks a file of a bucket. @returns where it is on the disk, for the caller to move @throws S3Error */
  fetch(file: BucketFile): Promise<string>
  drop(path: string): Promise<void>
  /** All files of a video or picture. */
  dropAll(owner: string): Promise<void>
  /** @param place `s3://bucket/prefix` @throws S3Error without its settings */
  bucket(place: string): S3Client
}

const versionOf = (size: number, modifiedAt: number) => `${size.toString(36)}-${modifiedAt.toString(36)}`

/** Seconds. */
const tryAgainAfter = 30

/**
 * Throws the error that people read while a bucket is unreachable.
 * @throws ApiError 503; other causes as they are
 */
export function unavailable(
  cause: unknown,
  text = 'This file can’t be shown right now. Please try again in a minute.',
): never {
  if (!(cause instanceof S3Error)) throw cause
  throw new ApiError('unavailable', text, {
    headers: { 'Retry-After': String(tryAgainAfter) },
    cause,
  })
}

/** Returns size and time of change, or null if the file is missing. */
async function statFile(path: string) {
  const file = await unlessMissing(stat(path), null)
  return file && { size: file.size, modifiedAt: Math.round(file.mtimeMs) }
}

/** Returns a file on the disk, or null if it is missing. */
export async function readLocal(path: string): Promise<StoredFile | null> {
  const file = await statFile(path)
  if (file === null) return null
  const blob = Bun.file(path)
  return {
    size: file.size,
    version: versionOf(file.size, file.modifiedAt),
    blob,
    stream: async (from, to) => blob.slice(from, to).stream(),
  }
}

/** fsync. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Renames; survives a power cut. Both paths are on one file system. */
export async function moveIn(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await sync(from)
  await rename(from, to)
  for (const directory of [dirname(to), dirname(dirname(to))]) await sync(directory)
}

/**
 * Runs work that stores or deletes an object. Without the lock, its row could describe another process's object.
 * @throws LockTimeout also when `signal` is aborted
 */
export async function withFileLock(
  { locks }: Pick<RootDb, 'locks'>,
  path: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const lock = `file ${path}`
  await locks.acquire(lock, signal)
  try {
    await work()
  } finally {
    await locks.release(lock)
  }
}

/** Milliseconds; longer than it takes to send a file. */
const unrecordedLifetime = day

export function makeFileStorage({
  env,
  db,
  disk,
  now,
}: Pick<CoreDeps, 'env' | 'db' | 'disk' | 'now'>): FileStorage {
  const root = join(env.dataDir, 'uploads')
  const localPath = (path: string) => join(root, path)
  const bucket = bucketClients(env.s3)

  async function stream(file: BucketFile, from: number, to: number): Promise<ReadableStream<Uint8Array>> {
    const pieces = piecesOf(bucket(file.place), file.path, from, to)
    const first = await pieces.next()
    // Bun sends the Content-Length of a blob's stream, and drops that of others.
    if (first.value?.byteLength === to - from) return new Blob([first.value]).stream()
    let next: typeof first | null = first
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = next ?? (await pieces.next())
          next = null
          if (done) controller.close()
          else controller.enqueue(value)
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** @throws S3Error, ApiError 507 */
  async function fetch(file: BucketFile): Promise<string> {
    const { path, size_bytes: size } = file
    const scratch = join(root, 'videos', 'scratch', crypto.randomUUID())
    await mkdir(dirname(scratch), { recursive: true })
    using reservation = disk.reserve(scratch, size)
    const hash = new Bun.CryptoHasher('sha256')
    const handle = await open(scratch, 'wx')
    try {
      for await (const piece of piecesOf(bucket(file.place), path, 0, size)) {
        await handle.writeFile(piece)
        hash.update(piece)
        reservation.consume(piece.byteLength)
      }
      if (hash.digest('hex') !== file.sha256)
        throw new S3Error(`${file.place}/${path} is damaged: its checksum is wrong.`)
      return scratch
    } catch (error) {
      await rm(scratch, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  }

  /** @throws S3Error when it is another installation's */
  async function bucketToWrite(place: string): Promise<S3Client> {
    const to = bucket(place)
    await requireOurs(to, { db, env })
    return to
  }

  const { storage } = env
  return {
    shared:
      db.isShared && storage !== null
        ? { bucket: bucket(storage.text), bucketToWrite: () => bucketToWrite(storage.text) }
        : null,
    localPath,
    bucket,
    fetch,
    async read(path) {
      const local = await readLocal(localPath(path))
      if (local !== null) return local
      const file = await findBucketFile(db, path)
      return file === undefined
        ? null
        : {
            size: file.size_bytes,
            version: versionOf(file.size_bytes, file.modified_at),
            blob: null,
            stream: (from, to) => stream(file, from, to),
          }
    },
    async localCopy(path) {
      const local = localPath(path)
      const file = (await statFile(local)) === null ? await findBucketFile(db, path) : undefined
      if (file === undefined) return { path: local, [Symbol.asyncDispose]: async () => {} }
      const scratch = await fetch(file)
      return { path: scratch, [Symbol.asyncDispose]: () => rm(scratch, { force: true }) }
    },
    async save({ path, owner }, from) {
      if (storage === null) return moveIn(from, localPath(path))
      const to = await bucketToWrite(storage.text)
      await withFileLock(db, path, async () => {
        // An object that is stored, but not recorded, as after a crash, is deleted.
        const expected = { path, owner_id: owner, place: to.text }
        await inTransaction(db, trx => expectBucketFile(trx, expected, now() + unrecordedLifetime))
        const object = await sendFile(to, path, from)
        await inTransaction(db, trx => recordBucketFile(trx, { path, owner_id: owner, ...object }))
      })
      for (const copy of [from, localPath(path)]) await rm(copy, { force: true })
    },
    async drop(path) {
      await rm(localPath(path), { force: true })
      await inTransaction(db, trx => dropBucketFile(trx, path, now()))
    },
    dropAll: owner => inTransaction(db, trx => dropBucketFilesOf(trx, [owner], now())),
  }
}
