import { Database } from 'bun:sqlite'
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
import { type BackupPlace, backupPassphrase, backupPlace, resticSetting } from '#server/backup-config.ts'
import { noResticText, resticPath } from '#server/backup-faults.ts'
import {
  asidePrefix,
  finishRestores,
  interruptedRestores,
  type OnStep,
  removeLeftovers,
  restorePrefix,
  swapData,
} from '#server/data-dir.ts'
import { isSystemError } from '#server/db/disk-errors.ts'
import { HeldError, holdDirectory } from '#server/db/hold.ts'
import { makePrivate } from '#server/db/private-files.ts'
import { DiskFullError, type DiskSpace, makeDiskSpace } from '#server/disk-space.ts'
import { parseEnv } from '#server/env.ts'
import {
  BackupError,
  databaseName,
  isOurs,
  keysName,
  looseNames,
  modesOf,
  readSchema,
  refuseNewer,
  uploadsName,
} from '#server/site/backups/backup-format.ts'
import { holdBackups } from '#server/site/backups/backup-lock.ts'
import { unpackArchive } from '#server/site/backups/read-archive.ts'
import {
  listSnapshots,
  type ResticOptions,
  restoreSnapshot,
  type Snapshot,
  sizeOf,
} from '#server/site/backups/restic.ts'
import { listArchives } from '#server/site/backups/scheduled-archives.ts'
import { isS3 } from '#server/storage/s3/s3-place.ts'
import { type Command, fileCommand, runAsProcess, type Terminal, uploadsIn } from './command-line.ts'

const usage = `Usage: bun run restore FILE [--force]
       bun run restore FOLDER|s3://BUCKET/PREFIX [NAME] [--force]
       bun run restore FOLDER|s3://BUCKET/PREFIX --list

Restores the data of a backup into DATA_DIR. Stop the server first. With --force, existing data are moved to
db.before-restore-<time>. From a place of BACKUP_TO it takes the newest backup, or the one named; BACKUP_PASSPHRASE
opens encrypted ones. Files in the bucket of STORAGE stay there.`

interface Source {
  /** Bytes that the unpacked data need, roughly. */
  size: number
  /** @throws BackupError when the data are damaged */
  unpack(into: string, space: DiskSpace, signal: AbortSignal | undefined): Promise<Unpacked>
}

interface Unpacked {
  createdAt: string
  files: readonly { name: string }[]
}

interface RestoreOptions {
  dataDir: string
  /** Move existing data aside. */
  force: boolean
  now: Date
  /** Megabytes. */
  minFreeMb?: number
  signal?: AbortSignal
  onStep?: OnStep
}

interface Restored {
  manifest: Unpacked
  /** Null without previous data. */
  aside: string | null
  /** Finished an interrupted restore first. */
  finishedEarlier: boolean
}

/** From an archive of `bun run backup FILE`. @throws BackupError without changes */
export async function restore({ file, ...options }: RestoreOptions & { file: string }): Promise<Restored> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BackupError(`There is no file ${file}.`)
  // Media don't compress.
  const { size } = statSync(file)
  return restoreFrom({ size, unpack: (...where) => unpackArchive(file, ...where) }, options)
}

/** From restic's repository at a place of BACKUP_TO. @throws BackupError without changes */
export async function restoreStored({
  stored,
  snapshot: { name, at },
  ...options
}: RestoreOptions & { stored: ResticOptions; snapshot: Snapshot }): Promise<Restored> {
  const size = await sizeOf(stored, name)
  return restoreFrom(
    {
      size,
      async unpack(into) {
        await restoreSnapshot(stored, name, into)
        const files = adopt(into)
        refuseNewer(readSchema(join(into, databaseName)), `The backup ${name}`)
        return { createdAt: iso(at), files }
      },
    },
    options,
  )
}

/** Gives unpacked files to this user, and removes what no backup holds, such as links. @returns those that stay */
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

/** Unpacks and checks a backup, then moves it into place. */
async function restoreFrom(
  source: Source,
  { dataDir, force, now, minFreeMb = 0, signal, onStep }: RestoreOptions,
): Promise<Restored> {
  const database = join(dataDir, databaseName)
  let lock = existsSync(join(dataDir, 'db')) ? holdAlone(dataDir) : null
  let stillness: Stillness | null = null
  let made: string | undefined
  let workshop: string | undefined
  try {
    const finished = lock === null ? 0 : finishRestores(dataDir, onStep, force)
    refuseToOverwrite(dataDir, force)
    refuseSeveralDisks(dataDir)
    stillness = holdStill(database)
    made = mkdirSync(dataDir, { recursive: true })
    const space = makeDiskSpace({ minFreeMb })
    space.require(dataDir, source.size)
    const unpacked = mkdtempSync(join(dataDir, restorePrefix))
    workshop = unpacked
    const manifest = await source.unpack(unpacked, space, signal)
    makePrivate(join(dataDir, 'db'))
    lock ??= holdAlone(dataDir)
    // A server may have started meanwhile.
    refuseToOverwrite(dataDir, force)
    stillness ??= holdStill(database)
    // Before the renames: SQLite deletes its files by name on close.
    stillness?.release()
    const aside = swap(dataDir, unpacked, now, onStep)
    removeLeftovers(dataDir)
    return { manifest, aside, finishedEarlier: finished > 0 }
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
    throw new BackupError(
      `Not enough disk space for the restored data. ${error.details}. Nothing was changed. Free some space and restore again.`,
    )
  } finally {
    stillness?.release()
    // The next start needs the journal's directory.
    if (workshop !== undefined && !interruptedRestores(dataDir).includes(basename(workshop)))
      rmSync(workshop, { recursive: true, force: true })
    if (made !== undefined) removeEmpty(made)
    lock?.()
  }
}

/** Takes the locks of the server and of backups. @throws BackupError */
function holdAlone(dataDir: string): () => void {
  const releaseServer = holdServer(dataDir)
  try {
    const releaseBackups = holdBackups(dataDir)
    return () => {
      releaseBackups()
      releaseServer()
    }
  } catch (error) {
    releaseServer()
    throw error
  }
}

function holdServer(dataDir: string): () => void {
  try {
    return holdDirectory(join(dataDir, 'db'))
  } catch (error) {
    if (error instanceof HeldError) throw isServed(dataDir, error)
    throw error
  }
}

const isServed = (dataDir: string, cause: unknown) =>
  new BackupError(`The server is running on ${join(dataDir, databaseName)}. Stop it first.`, { cause })

function refuseToOverwrite(dataDir: string, force: boolean): void {
  if (force || presentData(dataDir).length === 0) return
  throw new BackupError(
    `${dataDir} already contains data. Use --force to move them aside and restore the backup.`,
  )
}

/** @returns the directory of the previous data */
function swap(dataDir: string, unpacked: string, now: Date, onStep: OnStep | undefined): string | null {
  const leaving = presentData(dataDir)
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = leaving.length === 0 ? null : `${asidePrefix}${time}`
  const path = aside === null ? null : join(dataDir, aside)
  if (path !== null && existsSync(path)) throw new BackupError(`${path} already exists. Please try again.`)
  try {
    swapData(dataDir, basename(unpacked), { aside, leaving, arriving: arrivals(unpacked) }, onStep)
  } catch (error) {
    if (path !== null) removeEmpty(path)
    throw error
  }
  return path
}

const databaseNames = ['', '-wal', '-shm', '-journal'].map(suffix => databaseName + suffix)

/** Not all of `db/`, which may hold the migrations. */
function presentData(dataDir: string): string[] {
  const uploads = join(dataDir, uploadsName)
  return [
    ...[...databaseNames, keysName, ...looseNames].filter(name => existsSync(join(dataDir, name))),
    ...(existsSync(uploads) ? readdirSync(uploads) : [])
      .filter(name => name !== '.gitkeep')
      .map(name => `${uploadsName}/${name}`),
  ]
}

/** Database last: a power cut leaves it missing, not incomplete. */
function arrivals(workshop: string): string[] {
  return presentData(workshop).sort(
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
      throw new BackupError(
        `${path} lies on another disk than ${dataDir}. Restore with an empty DATA_DIR, then move the parts.`,
      )
  }
}

interface Stillness {
  release: () => void
}

/**
 * Locks the database exclusively, also across containers that share the volume. @returns null without a readable
 * database @throws BackupError when it is open elsewhere
 */
function holdStill(path: string): Stillness | null {
  if (!existsSync(path)) return null
  const database = new Database(path, { readwrite: true, create: false, strict: true })
  try {
    database.run('pragma busy_timeout = 500')
    database.run('pragma locking_mode = exclusive')
    database.run('begin exclusive')
    database.run('rollback')
    // Idempotent.
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (!isSystemError(error)) throw error
    if (error.code.startsWith('SQLITE_BUSY'))
      throw new BackupError(`The server is running on ${path}. Stop it first.`, { cause: error })
    if (error.code.startsWith('SQLITE_NOTADB') || error.code.startsWith('SQLITE_CORRUPT')) return null
    throw error
  }
}

function removeEmpty(directory: string): void {
  if (!existsSync(directory)) return
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(directory, entry.name))
  if (readdirSync(directory).length === 0) rmdirSync(directory)
}

const restoreFile = fileCommand(usage, ['--force'], async ({ file, flags }, terminal, signal) => {
  const options = optionsFor(flags)
  report(await restore({ ...options, file, ...(signal && { signal }) }), options, terminal)
})

function optionsFor(flags: ReadonlySet<string>): RestoreOptions {
  const { dataDir, minFreeMb } = parseEnv(process.env, root)
  return { dataDir, force: flags.has('--force'), now: new Date(), minFreeMb }
}

function report(
  { manifest, aside, finishedEarlier }: Restored,
  { dataDir }: RestoreOptions,
  { print }: Terminal,
): void {
  if (finishedEarlier) print('First finished an interrupted restore.')
  print(`Restored the data of ${manifest.createdAt} with ${uploadsIn(manifest)} to ${dataDir}.`)
  if (aside !== null) print(`The previous data are in ${aside}; delete them when everything works.`)
}

/** Restores one backup of a place, or the newest. @returns exit code */
async function restorePlace(
  [value = '', ...args]: readonly string[],
  terminal: Terminal,
  signal: AbortSignal | undefined,
): Promise<number> {
  const flags = new Set(args.filter(arg => arg.startsWith('-')))
  const [name, ...rest] = args.filter(arg => !arg.startsWith('-'))
  if (rest.length > 0 || !flags.isSubsetOf(new Set(['--force', '--list']))) {
    terminal.complain(usage)
    return 2
  }
  const place = backupPlace(process.env, value)
  const backups = await listStored(place, signal)
  const [newest] = backups
  if (newest === undefined)
    throw new BackupError(
      `There is no backup at ${place.text}. Check the name of the place. Backups of version 0.1.0 are restored by that version: see docs/self-hosting/backups.md.`,
    )
  for (const backup of backups) terminal.print(backup.text)
  if (flags.has('--list')) return 0
  const backup = name === undefined ? newest : backups.find(backup => backup.name === name)
  if (backup === undefined)
    throw new BackupError(
      `There is no backup ${name} at ${place.text}. There are ${backups.map(({ name }) => name).join(', ')}.`,
    )
  terminal.print(`Restoring ${backup.name}.`)
  const options = { ...optionsFor(flags), ...(signal && { signal }) }
  report(await backup.restore(options), options, terminal)
  return 0
}

interface StoredBackup {
  name: string
  /** In a list. */
  text: string
  restore(options: RestoreOptions): Promise<Restored>
}

/** Newest first. */
async function listStored(place: BackupPlace, signal: AbortSignal | undefined): Promise<StoredBackup[]> {
  if (place.kind === 'folder' && !existsSync(join(place.text, 'config')))
    return listArchives(place).map(({ name, file }) => ({
      name,
      text: name,
      restore: options => restore({ ...options, file }),
    }))
  const restic = resticPath({ resticPath: resticSetting(process.env) })
  if (restic === null) throw new BackupError(noResticText(place))
  const passphrase = backupPassphrase(process.env)
  const stored = { place, restic, passphrase, ...(signal && { signal }) }
  return (await listSnapshots(stored)).map(snapshot => ({
    name: snapshot.name,
    text: `${snapshot.name}  ${iso(snapshot.at)}`,
    restore: options => restoreStored({ ...options, stored, snapshot }),
  }))
}

const isPlace = (value: string) => isS3(value) || statSync(value, { throwIfNoEntry: false })?.isDirectory()

export const main: Command = async (args, terminal, signal) => {
  const first = args.find(arg => !arg.startsWith('-'))
  if (first === undefined || args.includes('--help') || args.includes('-h') || !isPlace(first))
    return restoreFile(args, terminal, signal)
  return restorePlace([first, ...args.filter(arg => arg !== first)], terminal, signal)
}

const root = join(import.meta.dir, '../../..')

if (import.meta.main) await runAsProcess(main)
