import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { scratchPrefix } from '#server/data-dir.ts'
import { copyDatabaseTo } from '#server/db/snapshot.ts'
import type { DiskSpace } from '#server/disk-space.ts'
import { S3Error } from '#server/s3/s3-client.ts'
import { BackupError, databaseName, makeHead, readSchema, uploadsName } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'
import type { BucketSettings, FileInBucket } from './bucket-files.ts'
import { type Cipher, cipherToRead, cipherToWrite } from './cipher.ts'
import { addDataFiles, bytesOf, chunksOf, openRegular, requireDatabase } from './data-files.ts'
import { Pool } from './pool.ts'
import { timesToKeep } from './retention.ts'
import {
  blobName,
  blobsFolder,
  DamagedBackup,
  isSealed,
  listBackups,
  nameOf,
  partSize,
  readManifest,
  type StoredBackup,
  type StoredFile,
  trustedBackups,
  unfinishedManifests,
  writeManifest,
} from './stored-backups.ts'

const writesAtOnce = 2

export interface MakeOptions {
  dataDir: string
  store: BackupStore
  passphrase: string | null
  space: DiskSpace
  now: number
  buckets: BucketSettings
  /** Parts to store again. */
  damaged?: readonly string[]
  signal?: AbortSignal
}

export interface MadeBackup {
  name: string
  uploads: number
  /** Bytes that were not there before, unencrypted. */
  storedBytes: number
  /** Links, sockets and names that a restore refuses. */
  leftOut: string[]
  /** Files in a bucket that couldn't be read, and why the first one couldn't. */
  unread: Unread | null
}

export interface Unread {
  files: number
  reason: string
}

/** Stores what the place doesn't have yet; the manifest last. Requires the lock of backups. @throws BackupError */
export async function makeBackup(options: MakeOptions): Promise<MadeBackup> {
  const { dataDir, store, passphrase, space, now, buckets, signal } = options
  const database = requireDatabase(dataDir)
  const backups = await listBackups(store)
  const cipher = await cipherToWrite(store, passphrase, backups.some(isSealed))
  const writer = new Writer(
    store,
    cipher,
    await storedBlobs(options),
    await filesOf(store, cipher, trustedBackups(backups, passphrase)[0]),
    signal,
  )
  const workshop = mkdtempSync(join(dataDir, scratchPrefix))
  try {
    space.require(workshop, bytesOf(database) + bytesOf(`${database}-wal`))
    const copy = join(workshop, 'database')
    copyDatabaseTo(database, copy)
    const head = makeHead(readSchema(copy), new Date(now))
    const { inBuckets, leftOut } = await addDataFiles(writer, { dataDir, copy, buckets })
    const unread = await writer.addFilesInBuckets(inBuckets)
    await writer.end()
    const taken = new Set(backups.map(({ name }) => name))
    let at = now
    while (taken.has(nameOf(at))) at += 1000
    const name = nameOf(at)
    signal?.throwIfAborted()
    await writeManifest(store, cipher, name, { ...head, files: writer.files })
    const uploads = writer.files.filter(file => file.name.startsWith(`${uploadsName}/`)).length
    return { name, uploads, storedBytes: writer.storedBytes, leftOut, unread }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

async function storedBlobs({ store, damaged = [] }: MakeOptions): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const name of store.list(blobsFolder)) found.add(name)
  for (const name of damaged) found.delete(name)
  return found
}

/** Empty for a damaged one: every file is read again. */
async function filesOf(
  store: BackupStore,
  cipher: Cipher,
  backup: StoredBackup | undefined,
): Promise<ReadonlyMap<string, StoredFile>> {
  if (backup === undefined) return new Map()
  try {
    const { files } = await readManifest(store, cipher, backup)
    return new Map(files.map(file => [file.name, file]))
  } catch (error) {
    if (error instanceof BackupError) return new Map()
    throw error
  }
}

class Writer {
  readonly files: StoredFile[] = []
  storedBytes = 0
  readonly #pool = new Pool(writesAtOnce)

  constructor(
    private readonly store: BackupStore,
    private readonly cipher: Cipher,
    private readonly stored: Set<string>,
    private readonly previous: ReadonlyMap<string, StoredFile>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Skips a missing file; doesn't read one that has the size and time of the previous backup. */
  async addFile(name: string, path: string): Promise<void> {
    this.signal?.throwIfAborted()
    const handle = await openRegular(path)
    if (handle === null) return
    try {
      const { size, mtimeMs } = await handle.stat()
      const modifiedAt = Math.floor(mtimeMs)
      const known = this.previous.get(name)
      if (
        name !== databaseName &&
        known?.size === size &&
        known.modifiedAt === modifiedAt &&
        known.parts.every(part => this.stored.has(part))
      ) {
        this.files.push(known)
        return
      }
      const content = await this.#addParts(chunksOf(handle, path, size, partSize), name === databaseName)
      this.files.push({ name, size, modifiedAt, ...content })
    } finally {
      await handle.close()
    }
  }

  /** Ones that can't be read don't stop the backup of the database. A known one isn't read again. */
  async addFilesInBuckets(files: readonly FileInBucket[]): Promise<Unread | null> {
    const reasons: string[] = []
    for (const file of files)
      try {
        this.signal?.throwIfAborted()
        this.files.push({ ...(await this.#addFromBucket(file)), inBucket: true })
      } catch (error) {
        if (!(error instanceof S3Error)) throw error
        reasons.push(error.message)
      }
    const [reason] = reasons
    return reason === undefined ? null : { files: reasons.length, reason }
  }

  /** @throws S3Error */
  async #addFromBucket({ name, size, modifiedAt, sha256, chunks }: FileInBucket): Promise<StoredFile> {
    const known = this.previous.get(name)
    if (known?.sha256 === sha256 && known.parts.every(part => this.stored.has(part))) return known
    const content = await this.#addParts(chunks(partSize), false)
    if (content.sha256 !== sha256) throw new S3Error(`${name} is damaged in the bucket.`)
    return { name, size, modifiedAt, ...content }
  }

  async #addParts(
    chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
    compress: boolean,
  ): Promise<Pick<StoredFile, 'sha256' | 'parts'>> {
    const hash = new Bun.CryptoHasher('sha256')
    const parts: string[] = []
    for await (const chunk of chunks) {
      this.signal?.throwIfAborted()
      hash.update(chunk)
      parts.push(await this.#addPart(chunk, compress))
    }
    return { sha256: hash.digest('hex'), parts }
  }

  /** @returns its name */
  async #addPart(chunk: Uint8Array<ArrayBuffer>, compress: boolean): Promise<string> {
    const { cipher, store } = this
    const name = blobName(cipher.idOf(chunk), `${compress ? '.gz' : ''}${cipher.suffix}`)
    if (this.stored.has(name)) return name
    this.stored.add(name)
    this.storedBytes += chunk.byteLength
    await this.#pool.add(async () => {
      const bytes = compress ? new Uint8Array(gzipSync(chunk)) : chunk
      await store.write(name, await cipher.seal(bytes))
    })
    return name
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/**
 * Removes backups by {@link timesToKeep}, then the parts that no remaining one names. Ones that aren't trusted push out
 * none that are. Requires the lock of backups.
 * @throws BackupError, and removes nothing, when a remaining one can't be read
 */
export async function removeOldBackups(store: BackupStore, passphrase: string | null): Promise<void> {
  const backups = await listBackups(store)
  const trusted = new Set(trustedBackups(backups, passphrase))
  const amongAll = timesToKeep(backups.map(({ at }) => at))
  const amongTrusted = timesToKeep([...trusted].map(({ at }) => at))
  const isKept = (backup: StoredBackup) => (trusted.has(backup) ? amongTrusted : amongAll).has(backup.at)
  const cipher = await cipherToRead(store, passphrase)
  const named = new Set<string>()
  for (const backup of backups.filter(isKept))
    for (const { parts } of (await readForParts(store, cipher, backup)).files)
      for (const part of parts) named.add(part)
  for (const backup of backups) if (!isKept(backup)) await store.remove(backup.object)
  for await (const name of unfinishedManifests(store)) await store.remove(name)
  const pool = new Pool(writesAtOnce)
  for await (const name of store.list(blobsFolder))
    if (!named.has(name)) await pool.add(() => store.remove(name))
  await pool.end()
}

async function readForParts(store: BackupStore, cipher: Cipher, backup: StoredBackup) {
  try {
    return await readManifest(store, cipher, backup)
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    throw new BackupError(
      `The new backup is complete, but old ones can't be removed: ${store.text}/${backup.object} is damaged. Delete it.`,
      { cause: error },
    )
  }
}
