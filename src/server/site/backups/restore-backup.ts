import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { iso } from '#contract/iso.ts'
import {
  databaseName,
  finishRestores,
  interruptedRestores,
  type OnStep,
  removeLeftovers,
  restorePrefix,
  swapData,
  uploadsName,
} from '#server/data-dir.ts'
import { makePrivate } from '#server/db/private-files.ts'
import { holdDatabase } from '#server/db/sqlite/hold.ts'
import { DiskFullError, makeDiskSpace } from '#server/disk-space.ts'
import { OperatorError } from '#server/operator-error.ts'
import { isOurs, keysName, looseNames, modesOf, readSchema, refuseNewer } from './backup-format.ts'
import { holdAlone, serverRunningError } from './hold-data.ts'
import { unpackArchive } from './read-archive.ts'
import { type ResticOptions, restoreSnapshot, type Snapshot, sizeOf } from './restic.ts'
import {
  asideFor,
  presentUploads,
  type RestoreOptions,
  type RestoreResult,
  type Source,
} from './restore-data.ts'
import { restoreToPostgres } from './restore-to-postgres.ts'

/** Restores an archive of `bun run backup FILE`. @throws OperatorError without changes */
export async function restore({
  file,
  ...options
}: RestoreOptions & { file: string }): Promise<RestoreResult> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`There is no file ${file}.`)
  // Media don't compress.
  const { size } = statSync(file)
  return restoreFrom({ size, unpack: (...where) => unpackArchive(file, ...where) }, options)
}

/** Restores from restic's repository at a place of BACKUP_TO. @throws OperatorError without changes */
export async function restoreFromRepository({
  repository,
  snapshot: { name, at },
  ...options
}: RestoreOptions & { repository: ResticOptions; snapshot: Snapshot }): Promise<RestoreResult> {
  const size = await sizeOf(repository, name)
  return restoreFrom(
    {
      size,
      async unpack(into) {
        await restoreSnapshot(repository, name, into)
        const files = adopt(into)
        refuseNewer(readSchema(join(into, databaseName)), `The backup ${name}`)
        return { createdAt: iso(at), files }
      },
    },
    options,
  )
}

/** Gives unpacked files to this user, and removes entries that no backup holds, such as links. @returns the remaining files */
function adopt(base: string): { name: string }[] {
  const own = (path: string, mode: number) => {
    if (process.getuid && process.getgid) chownSync(path, process.getuid(), process.getgid())
    chmodSync(path, mode)
  }
  return readdirSync(base, { recursive: true, withFileTypes: true }).flatMap(entry => {
    const path = join(entry.parentPath, entry.name)
    const name = relative(base, path)
    if (entry.isDirectory()) own(path, modesOf(`${name}/`).directory)
    else if (entry.isFile() && isOurs(name)) own(path, modesOf(name).file)
    else rmSync(path)
    return entry.isFile() && isOurs(name) ? [{ name }] : []
  })
}

async function restoreFrom(
  source: Source,
  { databaseUrl = null, ...options }: RestoreOptions,
): Promise<RestoreResult> {
  try {
    return databaseUrl === null
      ? await restoreToSqlite(source, options)
      : await restoreToPostgres(source, { ...options, databaseUrl })
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
    throw new OperatorError(
      `Not enough disk space for the restored data. ${error.details}. Nothing was changed. Free some space and restore again.`,
    )
  }
}

/** Unpacks and checks a backup, then moves it into place. */
async function restoreToSqlite(
  source: Source,
  { dataDir, force, now, minFreeMb = 0, signal, onStep }: RestoreOptions,
): Promise<RestoreResult> {
  const database = join(dataDir, databaseName)
  const refuse = (cause: unknown) => serverRunningError(database, cause)
  let lock = existsSync(join(dataDir, 'db')) ? holdAlone(dataDir) : null
  let releaseDatabase: (() => void) | null = null
  let newDirectory: string | undefined
  let staging: string | undefined
  try {
    const restoresFinished = lock === null ? 0 : finishRestores(dataDir, onStep, force)
    refuseToOverwrite(dataDir, force)
    refuseSeveralDisks(dataDir)
    releaseDatabase = holdDatabase(database, refuse)
    newDirectory = mkdirSync(dataDir, { recursive: true })
    const space = makeDiskSpace({ minFreeMb })
    space.require(dataDir, source.size)
    staging = mkdtempSync(join(dataDir, restorePrefix))
    const manifest = await source.unpack(staging, space, signal)
    makePrivate(join(dataDir, 'db'))
    lock ??= holdAlone(dataDir)
    // A server may have started meanwhile.
    refuseToOverwrite(dataDir, force)
    releaseDatabase ??= holdDatabase(database, refuse)
    // The lock is released before the renames: SQLite deletes its files by name on close.
    releaseDatabase?.()
    const aside = swap(dataDir, staging, now, onStep)
    removeLeftovers(dataDir)
    return { manifest, aside, finishedEarlier: restoresFinished > 0 }
  } finally {
    releaseDatabase?.()
    // The next start needs the journal's directory.
    if (staging !== undefined && !interruptedRestores(dataDir).includes(basename(staging)))
      rmSync(staging, { recursive: true, force: true })
    if (newDirectory !== undefined) removeEmpty(newDirectory)
    lock?.()
  }
}

function refuseToOverwrite(dataDir: string, force: boolean): void {
  if (force || presentData(dataDir).length === 0) return
  throw new OperatorError(
    `${dataDir} already contains data. Use --force to move them aside and restore the backup.`,
  )
}

/** @returns the directory of the previous data */
function swap(dataDir: string, staging: string, now: Date, onStep: OnStep | undefined): string | null {
  const leaving = presentData(dataDir)
  const path = leaving.length === 0 ? null : asideFor(dataDir, now)
  const journal = { aside: path && basename(path), leaving, arriving: arrivals(staging) }
  try {
    swapData(dataDir, basename(staging), journal, onStep)
  } catch (error) {
    if (path !== null) removeEmpty(path)
    throw error
  }
  return path
}

const databaseNames = ['', '-wal', '-shm', '-journal'].map(suffix => databaseName + suffix)

/** Returns the names of the present data. Not all of `db/`, which may hold the migrations. */
function presentData(dataDir: string): string[] {
  const privateNames = [...databaseNames, keysName, ...looseNames]
  return [...privateNames.filter(name => existsSync(join(dataDir, name))), ...presentUploads(dataDir)]
}

/** Database last: a power cut leaves it missing, not incomplete. */
function arrivals(staging: string): string[] {
  return presentData(staging).sort(
    (a, b) => Number(a.startsWith(databaseName)) - Number(b.startsWith(databaseName)),
  )
}

/** A rename is atomic only on one disk. */
function refuseSeveralDisks(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const { dev } = statSync(dataDir)
  for (const name of ['db', uploadsName]) {
    const path = join(dataDir, name)
    if (existsSync(path) && statSync(path).dev !== dev)
      throw new OperatorError(
        `${path} lies on another disk than ${dataDir}. Restore with an empty DATA_DIR, then move the parts.`,
      )
  }
}

function removeEmpty(directory: string): void {
  if (!existsSync(directory)) return
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(directory, entry.name))
  if (readdirSync(directory).length === 0) rmdirSync(directory)
}
