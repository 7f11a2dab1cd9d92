import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DiskSpace } from '#server/disk-space.ts'
import { BackupError, databaseName, modesOf, readSchema, uploadsName } from './backup-format.ts'
import type { BackupStore } from './backup-store.ts'
import { type Cipher, plainId, sealedSuffix } from './cipher.ts'
import { Pool } from './pool.ts'
import {
  DamagedBackup,
  partSize,
  type StoredBackup,
  type StoredFile,
  type StoredManifest,
} from './stored-backups.ts'

const filesAtOnce = 2

export interface ReadOptions {
  store: BackupStore
  cipher: Cipher
  backup: StoredBackup
  manifest: StoredManifest
  /** Unpacked size is required first. */
  into: string
  space: DiskSpace
  signal?: AbortSignal
}

/** Writes every file below `into` and checks it. @throws DamagedBackup */
export async function unpackBackup(options: ReadOptions): Promise<void> {
  const { manifest, into, space, signal } = options
  space.require(
    into,
    manifest.files.reduce((bytes, { size }) => bytes + size, 0),
  )
  const pool = new Pool(filesAtOnce)
  for (const file of manifest.files) {
    signal?.throwIfAborted()
    await pool.add(() => unpackFile(options, file))
  }
  await pool.end()
  checkDatabase(options)
}

/**
 * Writes the database and keys below `into`, and only reads the uploads, so that a check needs no room for the videos.
 * @throws DamagedBackup with the parts of all damaged files
 */
export async function checkBackup(options: ReadOptions): Promise<void> {
  const { manifest, into, space, signal, backup, store } = options
  const isSmall = ({ name }: StoredFile) => !name.startsWith(`${uploadsName}/`)
  // The check migrates the database.
  space.require(into, 2 * manifest.files.filter(isSmall).reduce((bytes, { size }) => bytes + size, 0))
  const found: DamagedBackup[] = []
  const parts: string[] = []
  const pool = new Pool(filesAtOnce)
  for (const file of manifest.files) {
    signal?.throwIfAborted()
    await pool.add(async () => {
      try {
        if (isSmall(file)) await unpackFile(options, file)
        else await readFile(options, file, async () => {})
      } catch (error) {
        if (!(error instanceof DamagedBackup)) throw error
        found.push(error)
        parts.push(...file.parts)
      }
    })
  }
  await pool.end()
  const [first] = found
  if (first === undefined) return checkDatabase(options)
  const more = found.length === 1 ? '' : `, and ${found.length - 1} more`
  throw new DamagedBackup(backup, store, `${first.how}${more}`, parts)
}

async function unpackFile(options: ReadOptions, file: StoredFile): Promise<void> {
  const path = join(options.into, file.name)
  const modes = modesOf(file.name)
  await mkdir(dirname(path), { recursive: true, mode: modes.directory })
  const handle = await open(path, 'wx', modes.file)
  try {
    await readFile(options, file, async bytes => {
      for (let at = 0; at < bytes.byteLength; ) at += (await handle.write(bytes, at)).bytesWritten
    })
    // The upload sweep needs the age.
    const modifiedAt = new Date(file.modifiedAt)
    await handle.utimes(modifiedAt, modifiedAt)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @throws DamagedBackup when it differs from the manifest */
async function readFile(
  { store, cipher, backup, signal }: ReadOptions,
  { name, parts, sha256, size }: StoredFile,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256')
  let read = 0
  for (const part of parts) {
    signal?.throwIfAborted()
    const bytes = await readPart(store, cipher, part)
    if (typeof bytes === 'string') throw new DamagedBackup(backup, store, `${part} of ${name} ${bytes}`)
    hash.update(bytes)
    read += bytes.byteLength
    await write(bytes)
  }
  if (read !== size || hash.digest('hex') !== sha256)
    throw new DamagedBackup(backup, store, `the checksum of ${name} is wrong`)
}

/** @returns what is wrong */
async function readPart(
  store: BackupStore,
  cipher: Cipher,
  part: string,
): Promise<Uint8Array | 'is missing' | 'has changed'> {
  const stored = await store.read(part)
  if (stored === null) return 'is missing'
  try {
    const opened = await cipher.open(part, stored)
    const bytes = /\.gz(\.age)?$/.test(part) ? gunzipSync(opened, { maxOutputLength: partSize }) : opened
    return part.endsWith(sealedSuffix) || part.includes(plainId(bytes)) ? bytes : 'has changed'
  } catch (error) {
    if (error instanceof BackupError) throw error
    return 'has changed'
  }
}

function checkDatabase({ into, manifest, backup, store }: ReadOptions): void {
  let schema: string[]
  try {
    schema = readSchema(join(into, databaseName))
  } catch (error) {
    const how = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new DamagedBackup(backup, store, how, [], error)
  }
  if (schema.join() !== manifest.schema.join())
    throw new DamagedBackup(backup, store, 'its database has other migrations than its manifest says')
}
