import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { iso } from '#contract/iso.ts'
import { day } from '#contract/time.ts'
import { replaceFile, syncToDisk } from './durable-files.ts'
import { OperatorError } from './operator-error.ts'

/* Restore journals and leftovers of killed commands. Runs before the server listens, so it imports little. */
export const databaseName = 'db/reelstake.sqlite'
export const uploadsName = 'uploads'
/** The database after `bun run admin move-to-postgres`; its name refuses a start on SQLite. */
export const movedName = `${databaseName}.moved-to-postgres`

/** A restore unpacks here and writes its journal here before the first rename. */
export const restorePrefix = '.restore-'
export const asidePrefix = 'db.before-restore-'
export const backupPrefix = '.reelstake-backup-'
/** Prefix of the scratch directories of backups at BACKUP_TO and their proofs. */
export const scratchPrefix = `${backupPrefix}scratch-`
const journalName = 'journal.json'

/** `2026-11-22T18-05-00`, in UTC. @param time milliseconds since 1970 */
export const timeInName = (time: number): string => iso(time).slice(0, 19).replaceAll(':', '-')

/** Names relative to `DATA_DIR`. */
export interface RestoreJournal {
  /** Name of the directory for previous data, or null without any. */
  aside: string | null
  /** Names that move from `DATA_DIR` to `aside`. */
  leaving: string[]
  /** Names that move from the unpacked directory to `DATA_DIR`. */
  arriving: string[]
}

/** Tests kill or throw here. */
export type OnStep = (step: string) => void
const noStep: OnStep = () => {}

/**
 * Syncs the journal, then renames. After a kill, {@link finishRestores} continues; an error undoes the renames.
 * @param restoreDir name of the unpacked backup below `dataDir`
 */
export function swapData(
  dataDir: string,
  restoreDir: string,
  journal: RestoreJournal,
  onStep = noStep,
): void {
  syncDirectories(join(dataDir, restoreDir))
  onStep('journal')
  writeJournal(dataDir, restoreDir, journal)
  try {
    rename(dataDir, restoreDir, journal, onStep)
  } catch (error) {
    undo(dataDir, restoreDir, journal)
    throw error
  }
}

/**
 * Finishes interrupted restores. Requires the lock of `db/sqlite/hold.ts`. @param isReplacing a restore follows, so ignore an
 * unreadable journal @returns how many were finished @throws OperatorError when no journal is readable
 */
export function finishRestores(dataDir: string, onStep = noStep, isReplacing = false): number {
  let count = 0
  let unreadable: unknown = null
  for (const restoreDir of interruptedRestores(dataDir)) {
    let journal: RestoreJournal
    try {
      journal = readJournal(dataDir, restoreDir)
    } catch (error) {
      unreadable = error
      continue
    }
    rename(dataDir, restoreDir, journal, onStep)
    count += 1
  }
  // A later finished restore replaces an earlier interrupted one.
  if (unreadable !== null && count === 0 && !isReplacing) throw unreadable
  return count
}

/** Returns the directories of interrupted or running restores. */
export const interruptedRestores = (dataDir: string): string[] =>
  directoriesNamed(dataDir, restorePrefix).filter(name => existsSync(join(dataDir, name, journalName)))

/** @throws OperatorError after an interrupted restore */
export function refuseInterruptedRestore(dataDir: string): void {
  if (interruptedRestores(dataDir).length > 0)
    throw new OperatorError(
      `A restore of ${dataDir} was interrupted or still runs. Start the server to finish it.`,
    )
}

/** Removes unpacked backups, and unfinished backups older than a day (a backup may be running). @returns their names */
export function removeLeftovers(dataDir: string): string[] {
  const yesterday = Date.now() - day
  const leftovers = [
    ...directoriesNamed(dataDir, restorePrefix),
    ...directoriesNamed(dataDir, backupPrefix).filter(
      name => statSync(join(dataDir, name)).mtimeMs < yesterday,
    ),
  ]
  for (const name of leftovers) rmSync(join(dataDir, name), { recursive: true, force: true })
  return leftovers
}

/**
 * Prevents an empty site that sweeps the uploads. @throws OperatorError when uploads or restore traces exist without a
 * database
 */
export function refuseLostDatabase(dataDir: string): void {
  refuseMoved(dataDir)
  const database = join(dataDir, databaseName)
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const traces = [
    ...(hasFiles(join(dataDir, uploadsName)) ? [uploadsName] : []),
    ...directoriesNamed(dataDir, asidePrefix),
    ...directoriesNamed(dataDir, restorePrefix),
    ...(existsSync(`${database}-wal`) ? [`${databaseName}-wal`] : []),
  ].map(name => join(dataDir, name))
  if (traces.length === 0) return
  throw new OperatorError(
    `There is no database at ${database}, but there is ${traces.join(', ')}. Restore a backup (bun run restore FILE --force) or put the database back. To start with an empty site, move ${traces.length === 1 ? 'it' : 'them'} away.`,
  )
}

/** @throws OperatorError when the site is on PostgreSQL, and DATABASE_URL isn't set */
export function refuseMoved(dataDir: string): void {
  const previousDatabase = join(dataDir, movedName)
  if (existsSync(join(dataDir, databaseName)) || !existsSync(previousDatabase)) return
  throw new OperatorError(
    `The site of ${dataDir} was moved to PostgreSQL. Set DATABASE_URL. To go back to SQLite, run: bun run admin move-to-sqlite. ${previousDatabase} has the data from before the move.`,
  )
}

/** Requires the lock of backups. */
export function removeScratch(dataDir: string): void {
  for (const name of directoriesNamed(dataDir, scratchPrefix))
    rmSync(join(dataDir, name), { recursive: true, force: true })
}

function directoriesNamed(dataDir: string, prefix: string): string[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name.startsWith(prefix))
    .map(entry => entry.name)
    .sort()
}

const isNoUpload = (name: string) => name.startsWith('.') || name === 'lost+found'

function hasFiles(directory: string): boolean {
  if (!existsSync(directory)) return false
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !isNoUpload(name))
    .some(entry => !entry.isDirectory() || hasFiles(join(directory, entry.name)))
}

function writeJournal(dataDir: string, restoreDir: string, journal: RestoreJournal): void {
  const directory = join(dataDir, restoreDir)
  replaceFile(join(directory, journalName), JSON.stringify(journal))
  syncToDisk(directory)
  syncToDisk(dataDir)
}

function readJournal(dataDir: string, restoreDir: string): RestoreJournal {
  const path = join(dataDir, restoreDir, journalName)
  try {
    const { aside, leaving, arriving }: RestoreJournal = JSON.parse(readFileSync(path, 'utf8'))
    return { aside, leaving: [...leaving], arriving: [...arriving] }
  } catch (cause) {
    throw new OperatorError(
      `${path} cannot be read. Restore the backup again (bun run restore FILE --force).`,
      { cause },
    )
  }
}

/** Renames the files of a restore. Idempotent. */
function rename(
  dataDir: string,
  restoreDir: string,
  { aside, leaving, arriving }: RestoreJournal,
  onStep: OnStep,
): void {
  if (aside !== null) {
    mkdirSync(join(dataDir, aside), { recursive: true, mode: 0o700 })
    for (const name of leaving)
      if (!existsSync(join(dataDir, aside, name)) && existsSync(join(dataDir, name))) {
        onStep(`${name} leaves`)
        move(join(dataDir, name), join(dataDir, aside, name))
      }
  }
  for (const name of arriving)
    if (existsSync(join(dataDir, restoreDir, name))) {
      onStep(`${name} arrives`)
      move(join(dataDir, restoreDir, name), join(dataDir, name))
    }
  for (const directory of [dataDir, ...(aside === null ? [] : [join(dataDir, aside)])])
    for (const name of ['.', 'db', uploadsName])
      if (existsSync(join(directory, name))) syncToDisk(join(directory, name))
  onStep('all renamed')
  rmSync(join(dataDir, restoreDir, journalName))
  onStep('journal removed')
  rmSync(join(dataDir, restoreDir), { recursive: true, force: true })
}

function undo(dataDir: string, restoreDir: string, { aside, leaving, arriving }: RestoreJournal): void {
  for (const name of arriving.toReversed())
    if (!existsSync(join(dataDir, restoreDir, name)) && existsSync(join(dataDir, name)))
      move(join(dataDir, name), join(dataDir, restoreDir, name))
  if (aside !== null)
    for (const name of leaving.toReversed())
      if (existsSync(join(dataDir, aside, name))) move(join(dataDir, aside, name), join(dataDir, name))
  rmSync(join(dataDir, restoreDir, journalName), { force: true })
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
}

function syncDirectories(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) syncDirectories(join(directory, entry.name))
  syncToDisk(directory)
}
