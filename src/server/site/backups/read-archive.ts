import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { databaseName } from '#server/data-dir.ts'
import { isSystemError } from '#server/db/disk-errors.ts'
import { DiskFullError, type DiskSpace } from '#server/disk-space.ts'
import { OperatorError } from '#server/operator-error.ts'
import {
  damageError,
  descriptionMax,
  type FileEntry,
  headName,
  isOurs,
  type Manifest,
  manifestName,
  modesOf,
  readHead,
  readManifest,
  readSchema,
} from './backup-format.ts'

/**
 * Unpacks an archive of `bun run backup FILE`. @param isWritten others are only checked @throws OperatorError when it
 * differs from its manifest
 */
export async function unpackArchive(
  file: string,
  into: string,
  space: DiskSpace,
  signal: AbortSignal | undefined,
  isWritten: (name: string) => boolean = () => true,
): Promise<Manifest> {
  const archive = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), archive, signal ? { signal } : {})
  // Awaited below.
  reading.catch(() => {})
  const entries = new Map<string, FileEntry>()
  let headRead = false
  let manifest: Manifest | undefined
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header
      if (!headRead) {
        if (name !== headName || type !== 'file')
          throw new OperatorError(`${file} is not a backup of Reelstake.`)
        readHead(await textOf(entry, file), file)
        headRead = true
      } else if (manifest) throw damageError(file, `${name} comes after the manifest`)
      else if (type !== 'file') throw damageError(file, `${name} is not a plain file`)
      else if (name === manifestName) manifest = readManifest(await textOf(entry, file), file)
      else if (!isOurs(name))
        throw damageError(file, `a file named ${JSON.stringify(name)} does not belong there`)
      else if (entries.has(name)) throw damageError(file, `${name} is there twice`)
      else
        entries.set(
          name,
          isWritten(name) ? await unpackFile(entry, join(into, name), space) : await checksumOf(entry),
        )
    }
    await reading
  } catch (error) {
    if (error instanceof OperatorError || error instanceof DiskFullError) throw error
    if (isSystemError(error) || signal?.aborted) throw error
    const text = error instanceof Error ? error.message : String(error)
    if (!headRead)
      throw new OperatorError(`${file} is not a backup of Reelstake (${text}).`, { cause: error })
    throw damageError(file, text, error)
  }
  if (!manifest) throw damageError(file, headRead ? 'it has no manifest' : 'it is empty')
  compare(manifest, entries, file)
  const schema = schemaIn(join(into, databaseName), file)
  if (schema.join() !== manifest.schema.join())
    throw damageError(file, 'its database has other migrations than its manifest says')
  return manifest
}

function schemaIn(path: string, file: string): string[] {
  try {
    return readSchema(path)
  } catch (error) {
    throw damageError(file, error instanceof Error ? error.message.replace(/\.$/, '') : String(error), error)
  }
}

type Entry = AsyncIterable<unknown> & { header: Header }

async function* bytesOf(entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const part of entry) {
    if (!(part instanceof Uint8Array)) throw new TypeError(`${entry.header.name} gave no bytes`)
    yield part
  }
}

async function textOf(entry: Entry, file: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytesOf(entry)) {
    size += part.byteLength
    if (size > descriptionMax) throw damageError(file, `${entry.header.name} is too long`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** @param write gets each part */
async function checksumOf(entry: Entry, write?: (part: Uint8Array) => Promise<void>): Promise<FileEntry> {
  const hash = new Bun.CryptoHasher('sha256')
  let size = 0
  for await (const part of bytesOf(entry)) {
    hash.update(part)
    await write?.(part)
    size += part.byteLength
  }
  return { name: entry.header.name, size, sha256: hash.digest('hex') }
}

/** @returns the checksum */
async function unpackFile(entry: Entry, path: string, space: DiskSpace): Promise<FileEntry> {
  const { name, mtime } = entry.header
  space.require(path, entry.header.size)
  const modes = modesOf(name)
  await mkdir(dirname(path), { recursive: true, mode: modes.directory })
  const handle = await open(path, 'wx', modes.file)
  try {
    const checksum = await checksumOf(entry, async part => {
      for (let at = 0; at < part.byteLength; ) at += (await handle.write(part, at)).bytesWritten
    })
    // The upload sweep needs the age.
    if (mtime.getTime() > 0) await handle.utimes(mtime, mtime)
    await handle.sync()
    return checksum
  } finally {
    await handle.close()
  }
}

function compare(manifest: Manifest, entries: ReadonlyMap<string, FileEntry>, file: string): void {
  const names = new Set(manifest.files.map(({ name }) => name))
  for (const name of entries.keys())
    if (!names.has(name)) throw damageError(file, `its manifest does not name ${name}`)
  for (const { name, size, sha256 } of manifest.files) {
    const entry = entries.get(name)
    if (!entry) throw damageError(file, `${name} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256)
      throw damageError(file, `the checksum of ${name} is wrong`)
  }
  if (!entries.has(databaseName)) throw damageError(file, 'it has no database')
}
