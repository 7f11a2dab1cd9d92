import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupPassphrase, backupPlace } from '#server/backup-config.ts'
import {
  BackupError,
  databaseName,
  keysName,
  looseNames,
  type Manifest,
  uploadsName,
} from '#server/backups/backup-format.ts'
import { holdBackups } from '#server/backups/backup-lock.ts'
import { type BackupStore, openStore } from '#server/backups/backup-store.ts'
import { cipherToRead } from '#server/backups/cipher.ts'
import { unpackArchive } from '#server/backups/read-archive.ts'
import { unpackBackup } from '#server/backups/read-backup.ts'
import {
  isSealed,
  listBackups,
  readManifest as readStoredManifest,
  type StoredBackup,
  trustedBackups,
} from '#server/backups/stored-backups.ts'
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
import { isS3 } from '#server/s3/s3-place.ts'
import { type Command, fileCommand, runAsProcess, type Terminal, uploadsIn } from './command-line.ts'

const usage = `Usage: bun run restore FILE [--force]
       bun run restore FOLDER|s3://BUCKET/PREFIX [NAME] [--force] [--unencrypted] [--without-bucket]
       bun run restore FOLDER|s3://BUCKET/PREFIX --list

Restores the data of a backup into DATA_DIR. Stop the server first. With --force, existing data are moved to
db.before-restore-<time>. From a place of BACKUP_TO it takes the newest backup, or the one named; BACKUP_PASSPHRASE
opens encrypted ones. With it, or where there are encrypted ones, it takes one that isn't encrypted only by NAME and with
--unencrypted: anyone who can write to the place may have put it there. --without-bucket leaves the videos and pictures
that were in the bucket of STORAGE there.`

interface Source {
  /** Bytes that the unpacked data need, roughly. */
  size: number
  /** @throws BackupError when the data differ from the manifest */
  unpack(into: string, space: DiskSpace, signal: AbortSignal | undefined): Promise<Manifest>
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
  manifest: Manifest
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

/** From a place of BACKUP_TO. @throws BackupError without changes */
export async function restoreStored({
  store,
  passphrase,
  backup,
  withoutBucket = false,
  ...options
}: RestoreOptions & {
  store: BackupStore
  passphrase: string | null
  backup: StoredBackup
  /** Leaves the files that were in a bucket there. */
  withoutBucket?: boolean
}): Promise<Restored> {
  const cipher = await cipherToRead(store, passphrase)
  const whole = await readStoredManifest(store, cipher, backup)
  const manifest = { ...whole, files: whole.files.filter(file => !(withoutBucket && file.inBucket)) }
  const size = manifest.files.reduce((bytes, file) => bytes + file.size, 0)
  return restoreFrom(
    {
      size,
      async unpack(into, space, signal) {
        await unpackBackup({ store, cipher, backup, manifest, into, space, ...(signal && { signal }) })
        return manifest
      },
    },
    options,
  )
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

const unencrypted = '--unencrypted'
const leaveInBucket = '--without-bucket'
const placeFlags = new Set(['--force', '--list', unencrypted, leaveInBucket])

/** @returns exit code */
async function restorePlace(
  [value = '', ...args]: readonly string[],
  terminal: Terminal,
  signal: AbortSignal | undefined,
): Promise<number> {
  const flags = new Set(args.filter(arg => arg.startsWith('-')))
  const [name, ...rest] = args.filter(arg => !arg.startsWith('-'))
  if (rest.length > 0 || !flags.isSubsetOf(placeFlags) || (flags.has(unencrypted) && name === undefined)) {
    terminal.complain(usage)
    return 2
  }
  const place = backupPlace(process.env, value)
  const store = openStore(place, makeDiskSpace({ minFreeMb: 0 }))
  const backups = await listBackups(store)
  const [newest] = backups
  if (newest === undefined)
    throw new BackupError(`There is no backup at ${store.text}. Check the name of the place.`)
  for (const backup of backups) terminal.print(describe(backup))
  if (flags.has('--list')) return 0
  const passphrase = backupPassphrase(process.env)
  const plain = backups.filter(backup => !isSealed(backup))
  const allowed = flags.has(unencrypted) ? plain : trustedBackups(backups, passphrase)
  const backup = name === undefined ? allowed[0] : allowed.find(backup => backup.name === name)
  if (backup === undefined) {
    const refused = name === undefined ? newest : plain.find(backup => backup.name === name)
    if (refused !== undefined && !allowed.includes(refused)) throw new BackupError(notTrusted(refused, store))
    const [kind, those] = flags.has(unencrypted) ? ['unencrypted backup', plain] : ['backup', backups]
    throw new BackupError(
      `There is no ${kind} ${name} at ${store.text}. There are ${those.map(({ name }) => name).join(', ') || 'none'}.`,
    )
  }
  if (name === undefined && !allowed.includes(newest)) terminal.complain(notTrusted(newest, store))
  terminal.print(`Restoring ${backup.name}.`)
  const withoutBucket = flags.has(leaveInBucket)
  const options = {
    ...optionsFor(flags),
    store,
    passphrase,
    backup,
    withoutBucket,
    ...(signal && { signal }),
  }
  report(await restoreStored(options), options, terminal)
  return 0
}

const notTrusted = ({ name }: StoredBackup, { text }: BackupStore) =>
  `The backup ${name} at ${text} is not encrypted: anyone who can write there may have put it there. If you trust it: bun run restore ${text} ${name} ${unencrypted}`

const describe = (backup: StoredBackup) => `${backup.name}${isSealed(backup) ? ' (encrypted)' : ''}`

const isPlace = (value: string) => isS3(value) || statSync(value, { throwIfNoEntry: false })?.isDirectory()

export const main: Command = async (args, terminal, signal) => {
  const first = args.find(arg => !arg.startsWith('-'))
  if (first === undefined || args.includes('--help') || args.includes('-h') || !isPlace(first))
    return restoreFile(args, terminal, signal)
  return restorePlace([first, ...args.filter(arg => arg !== first)], terminal, signal)
}

const root = join(import.meta.dir, '../../..')

if (import.meta.main) await runAsProcess(main)
