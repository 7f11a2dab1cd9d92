import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, constants as zlib } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { backupPrefix, databaseName, uploadsName } from '#server/data-dir.ts'
import { DiskFullError, type DiskSpace, diskOf, makeDiskSpace } from '#server/disk-space.ts'
import { syncToDisk } from '#server/durable-files.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type BucketFile, bucketClients, piecesOf } from '#server/storage/file-storage/index.ts'
import { S3Error } from '#server/storage/s3/s3-client.ts'
import { type S3Settings, s3Settings } from '#server/storage/s3/s3-place.ts'
import {
  type FileEntry,
  headName,
  isOurs,
  keysName,
  looseNames,
  type Manifest,
  makeHead,
  manifestName,
  readSchema,
} from './backup-format.ts'
import { bytesOf, chunksOf, filesBelow, openRegular } from './data-files.ts'
import { openSiteData, requireSite } from './site-data.ts'

interface BackupOptions {
  dataDir: string
  /** Default: SQLite in `dataDir`. */
  databaseUrl?: string | null
  /** Must not exist. */
  file: string
  now: Date
  /** Megabytes. */
  minFreeMb?: number
  /** Default: files in buckets can't be read. */
  buckets?: Pick<Env, 's3' | 'backupBucketFiles'>
  signal?: AbortSignal | undefined
}

interface ArchiveResult {
  manifest: Manifest
  /** Bytes. */
  size: number
  /** Links, sockets and names that a restore refuses. */
  leftOut: string[]
}

/** Copies the database first, so that every upload it references exists. @throws OperatorError */
export async function backUp({
  dataDir,
  databaseUrl = null,
  file,
  now,
  minFreeMb = 0,
  buckets = { s3: s3Settings({}), backupBucketFiles: true },
  signal,
}: BackupOptions): Promise<ArchiveResult> {
  requireSite({ dataDir, databaseUrl })
  refuseToOverwrite(file)
  const directory = dirname(file)
  if (!existsSync(directory)) throw new OperatorError(`There is no directory ${directory}.`)
  await using site = await openSiteData({ dataDir, databaseUrl })
  // Mode 700, on FILE's disk for the rename.
  const staging = mkdtempSync(join(directory, backupPrefix))
  try {
    const isOnItsDisk = diskOf(directory).device === diskOf(join(dataDir, 'db')).device
    const space = makeDiskSpace({ minFreeMb: isOnItsDisk ? minFreeMb : 0 })
    space.require(staging, 2 * site.bytes + (await bytesBelow(dataDir, uploadsName)))
    const copy = join(staging, 'copy')
    const keysLeftOut = await site.copyTo(copy)
    const schema = readSchema(join(copy, databaseName))
    const part = join(staging, 'archive')
    const head = makeHead(schema, now)
    const archive = new Archive(part, space, signal)
    const leftOut = [...keysLeftOut]
    await archive.fill(async () => {
      await archive.addText(headName, JSON.stringify(head))
      for (const name of [databaseName, ...looseNames]) await archive.addFile(name, join(copy, name))
      leftOut.push(...(await addFolder(archive, copy, keysName)))
      leftOut.push(...(await addFolder(archive, dataDir, uploadsName)))
      if (buckets.backupBucketFiles) await addBucketFiles(archive, await site.bucketFiles(), buckets.s3)
      await archive.addText(manifestName, JSON.stringify({ ...head, files: archive.files }))
    })
    syncToDisk(part)
    refuseToOverwrite(file)
    const { size } = statSync(part)
    renameSync(part, file)
    syncToDisk(directory)
    return { manifest: { ...head, files: archive.files }, size, leftOut }
  } catch (error) {
    if (error instanceof S3Error)
      throw new OperatorError(
        `${error.message} To leave out the files that are in the bucket, set BACKUP_BUCKET_FILES=off.`,
        { cause: error },
      )
    if (!(error instanceof DiskFullError)) throw error
    throw new OperatorError(
      `Not enough disk space for the backup. ${error.details}. Free some space, or name a file on another disk.`,
    )
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** @returns names of links, sockets, and files that a restore refuses */
async function addFolder(archive: Archive, base: string, folder: string): Promise<string[]> {
  const leftOut: string[] = []
  for await (const { name, isFile } of filesBelow(base, folder))
    if (isFile && isOurs(name)) await archive.addFile(name, join(base, name))
    else leftOut.push(name)
  return leftOut
}

const pausesMs: readonly number[] = [1000, 5000]

/** Adds the videos and pictures that are in a bucket instead of on the disk. @throws S3Error */
async function addBucketFiles(
  archive: Archive,
  rows: readonly BucketFile[],
  settings: S3Settings,
): Promise<void> {
  const clientOf = bucketClients(settings, { pausesMs })
  const onDisk = new Set(archive.files.map(({ name }) => name))
  for (const { place, path, size_bytes: size, modified_at: modifiedAt, sha256 } of rows) {
    const name = `${uploadsName}/${path}`
    if (onDisk.has(name)) continue
    await archive.addChunks(name, { size, modifiedAt, sha256 }, piecesOf(clientOf(place), path, 0, size))
  }
}

async function bytesBelow(base: string, name: string): Promise<number> {
  let bytes = 0
  for await (const file of filesBelow(base, name)) bytes += bytesOf(join(base, file.name))
  return bytes
}

function refuseToOverwrite(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} already exists. Choose another name.`)
}

class Archive {
  readonly files: FileEntry[] = []
  readonly #pack: Pack = pack()

  constructor(
    private readonly path: string,
    private readonly space: DiskSpace,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async fill(work: () => Promise<void>): Promise<void> {
    // Video doesn't compress: level 1 takes twice as long for no gain.
    const gzip = createGzip({ strategy: zlib.Z_HUFFMAN_ONLY, chunkSize: 256 * 1024 })
    const writing = pipeline(
      this.#pack,
      gzip,
      createWriteStream(this.path, { mode: 0o600 }),
      this.signal ? { signal: this.signal } : {},
    )
    const filling = work().then(
      () => this.#pack.finalize(),
      error => {
        this.#pack.destroy(error)
        throw error
      },
    )
    const failure = (await Promise.allSettled([filling, writing])).find(
      result => result.status === 'rejected',
    )
    if (failure) throw failure.reason
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    await pipeline([bytes], this.#pack.entry({ name, size: bytes.byteLength, mode: 0o600 }))
  }

  /** Truncates a growing file to its initial size; skips a missing one. */
  async addFile(name: string, path: string): Promise<void> {
    const handle = await openRegular(path)
    if (handle === null) return
    try {
      const { size, mtimeMs: modifiedAt } = await handle.stat()
      await this.addChunks(name, { size, modifiedAt }, chunksOf(handle, path, size))
    } finally {
      await handle.close()
    }
  }

  /** @param sha256 default: any content */
  async addChunks(
    name: string,
    { size, modifiedAt, sha256 }: { size: number; modifiedAt: number; sha256?: string },
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    using reservation = this.space.reserve(this.path, size)
    const hash = new Bun.CryptoHasher('sha256')
    const contents = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk)
        reservation.consume(chunk.byteLength)
        yield chunk
      }
    }
    const entry = { name, size, mtime: new Date(modifiedAt), mode: 0o600 }
    await pipeline(contents, this.#pack.entry(entry))
    const checksum = hash.digest('hex')
    if (sha256 !== undefined && checksum !== sha256)
      throw new OperatorError(`${name} is damaged in the bucket.`)
    this.files.push({ name, size, sha256: checksum })
  }
}
