import {
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { open, opendir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, constants as zlib } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { backupPrefix, refuseInterruptedRestore } from '#server/data-dir.ts'
import { openDatabase } from '#server/db/open.ts'
import { DiskFullError, type DiskSpace, diskOf, makeDiskSpace } from '#server/disk-space.ts'
import { parseEnv } from '#server/env.ts'
import {
  BackupError,
  databaseName,
  type FileEntry,
  headName,
  isOurs,
  isTemporary,
  keysName,
  looseNames,
  type Manifest,
  makeHead,
  manifestName,
  readSchema,
  uploadsName,
} from './backup-format.ts'
import { fileCommand, formatBytes, runAsProcess, uploadsIn } from './command-line.ts'

const usage = `Usage: bun run backup FILE

Writes database, keys, site password and uploads of DATA_DIR into FILE (.tar.gz), also while the server runs.`

interface BackupOptions {
  dataDir: string
  /** Must not exist. */
  file: string
  now: Date
  /** Megabytes. */
  minFreeMb?: number
  signal?: AbortSignal
}

interface BackedUp {
  manifest: Manifest
  /** Bytes. */
  size: number
  /** Links, sockets and names that a restore refuses. */
  leftOut: string[]
}

/** Copies the database first, so that every upload it references exists. @throws BackupError */
export async function backUp({
  dataDir,
  file,
  now,
  minFreeMb = 0,
  signal,
}: BackupOptions): Promise<BackedUp> {
  refuseInterruptedRestore(dataDir)
  const database = join(dataDir, databaseName)
  if (!existsSync(database))
    throw new BackupError(`There is no database at ${database}. Start the server once, or set DATA_DIR.`)
  refuseToOverwrite(file)
  const directory = dirname(file)
  if (!existsSync(directory)) throw new BackupError(`There is no directory ${directory}.`)
  // Mode 700, on FILE's disk for the rename.
  const workshop = mkdtempSync(join(directory, backupPrefix))
  try {
    const isOnItsDisk = diskOf(directory).device === diskOf(database).device
    const space = makeDiskSpace({ minFreeMb: isOnItsDisk ? minFreeMb : 0 })
    const databaseBytes = bytesOf(database) + bytesOf(`${database}-wal`)
    space.require(workshop, 2 * databaseBytes + (await bytesBelow(dataDir, uploadsName)))
    const copy = join(workshop, 'database')
    const schema = copyDatabaseTo(database, copy)
    const made = join(workshop, 'archive')
    const head = makeHead(schema, now)
    const archive = new Archive(made, space, signal)
    const leftOut: string[] = []
    await archive.fill(async () => {
      await archive.addText(headName, JSON.stringify(head))
      await archive.addFile(databaseName, copy)
      rmSync(copy)
      for (const name of looseNames) await archive.addFile(name, join(dataDir, name))
      for (const root of [keysName, uploadsName])
        for await (const { name, isFile } of filesBelow(dataDir, root))
          if (isFile && isOurs(name)) await archive.addFile(name, join(dataDir, name))
          else leftOut.push(name)
      await archive.addText(manifestName, JSON.stringify({ ...head, files: archive.files }))
    })
    syncToDisk(made)
    refuseToOverwrite(file)
    const { size } = statSync(made)
    renameSync(made, file)
    syncToDisk(directory)
    return { manifest: { ...head, files: archive.files }, size, leftOut }
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
    throw new BackupError(
      `Not enough disk space for the backup. ${error.details}. Free some space, or name a file on another disk.`,
    )
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

async function bytesBelow(base: string, name: string): Promise<number> {
  let bytes = 0
  for await (const file of filesBelow(base, name)) bytes += bytesOf(join(base, file.name))
  return bytes
}

function refuseToOverwrite(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`)
}

/** Consistent while the server writes. @returns applied migrations */
function copyDatabaseTo(from: string, to: string): string[] {
  const database = openDatabase(from)
  try {
    database.query('vacuum into ?').run(to)
  } finally {
    database.close()
  }
  return readSchema(to)
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const chunkSize = 1024 * 1024

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
    const written = pipeline(
      this.#pack,
      gzip,
      createWriteStream(this.path, { mode: 0o600 }),
      this.signal ? { signal: this.signal } : {},
    )
    const filled = work().then(
      () => this.#pack.finalize(),
      error => {
        this.#pack.destroy(error)
        throw error
      },
    )
    const failure = (await Promise.allSettled([filled, written])).find(result => result.status === 'rejected')
    if (failure) throw failure.reason
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    await pipeline([bytes], this.#pack.entry({ name, size: bytes.byteLength, mode: 0o600 }))
  }

  /** Truncates a growing file to its initial size; skips a missing one. */
  async addFile(name: string, path: string): Promise<void> {
    // A link may have replaced the file.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(error => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (handle === null) return
    try {
      const { size, mtime } = await handle.stat()
      using reservation = this.space.reserve(this.path, size)
      const hash = new Bun.CryptoHasher('sha256')
      const contents = async function* () {
        for (let at = 0; at < size; ) {
          const chunk = Buffer.allocUnsafe(Math.min(chunkSize, size - at))
          const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, at)
          if (bytesRead === 0)
            throw new BackupError(`${path} became shorter while it was read. Please try again.`)
          at += bytesRead
          const part = chunk.subarray(0, bytesRead)
          hash.update(part)
          reservation.wrote(bytesRead)
          yield part
        }
      }
      await pipeline(contents, this.#pack.entry({ name, size, mtime, mode: 0o600 }))
      this.files.push({ name, size, sha256: hash.digest('hex') })
    } finally {
      await handle.close()
    }
  }
}

/** Paths relative to `base`, without temporary files. */
async function* filesBelow(base: string, name: string): AsyncGenerator<{ name: string; isFile: boolean }> {
  const directory = await opendir(join(base, name)).catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  for await (const entry of directory ?? []) {
    const path = `${name}/${entry.name}`
    if (isTemporary(path)) continue
    if (entry.isDirectory()) yield* filesBelow(base, path)
    else yield { name: path, isFile: entry.isFile() }
  }
}

export const main = fileCommand(usage, [], async ({ file }, { print, complain }, signal) => {
  const { dataDir, minFreeMb } = parseEnv(process.env, join(import.meta.dir, '../../..'))
  const { manifest, size, leftOut } = await backUp({
    dataDir,
    file,
    now: new Date(),
    minFreeMb,
    ...(signal && { signal }),
  })
  for (const name of leftOut) complain(`Skipped, because it is not a regular file: ${name}`)
  print(
    `${file}: the database, ${uploadsIn(manifest)}, ${formatBytes(size)}. Keep it private: it contains the keys.`,
  )
})

if (import.meta.main) await runAsProcess(main)
