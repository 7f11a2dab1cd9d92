import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeZip } from 'client-zip'
import { type DataExportId, isId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { passingFolder, readLocal, type StoredFile } from '#server/storage/file-storage/index.ts'
import { archivedFiles } from './archive.ts'
import { sumFiles } from './person-data.queries.ts'

/**
 * Directory of archives, which backups leave out: they can be made again.
 * With several processes they are in the bucket.
 */
const directoryOf = (dataDir: string) => join(dataDir, 'db', 'exports')

const pathOf = (dataDir: string, id: DataExportId) => join(directoryOf(dataDir), `${id}.zip`)

const bucketPathOf = (id: DataExportId) => `${passingFolder}${id}.zip`

/** Bytes beside the files: rows, and the list at the end. */
const allowance = 8_388_608

/**
 * Writes the archive of a person's data; it appears when it is whole.
 * @returns bytes @throws ApiError 507, S3Error, and the signal's reason when it is aborted
 */
export async function writeExport(
  deps: Pick<Deps, 'db' | 'disk' | 'env' | 'files' | 'now' | 'videos'>,
  { id, user, signal }: { id: DataExportId; user: UserId; signal: AbortSignal },
): Promise<number> {
  const { db, disk, env, files } = deps
  const directory = directoryOf(env.dataDir)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  using reservation = disk.reserve(directory, (await sumFiles(db, user)) + allowance)
  const part = `${pathOf(env.dataDir, id)}.part`
  let bytes = 0
  try {
    const file = await open(part, 'w', 0o600)
    try {
      for await (const chunk of makeZip(archivedFiles(deps, user))) {
        signal.throwIfAborted()
        await file.writeFile(chunk)
        bytes += chunk.byteLength
        reservation.consume(chunk.byteLength)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    if (files.shared === null) await rename(part, pathOf(env.dataDir, id))
    else await files.save({ path: bucketPathOf(id), owner: id }, part)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return bytes
}

/** Returns the archive, or null if it is missing. */
export async function readExport(
  { env, files }: Pick<Deps, 'env' | 'files'>,
  id: DataExportId,
): Promise<StoredFile | null> {
  return files.shared === null ? readLocal(pathOf(env.dataDir, id)) : files.read(bucketPathOf(id))
}

export async function listExports(dataDir: string): Promise<DataExportId[]> {
  const names = await readdir(directoryOf(dataDir)).catch((): string[] => [])
  const ids = names.map(name => name.replace(/\.zip(\.part)?$/, '')).filter(isId<'data-export'>)
  return [...new Set(ids)]
}

export async function removeExport(dataDir: string, id: DataExportId): Promise<void> {
  for (const path of [pathOf(dataDir, id), `${pathOf(dataDir, id)}.part`]) await rm(path, { force: true })
}
