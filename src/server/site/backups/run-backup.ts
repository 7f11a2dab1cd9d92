import { mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BackupConfig, BackupPlace, FolderPlace } from '#server/backup-config.ts'
import { backupFault, isOnDataDisk, noResticText, resticPath } from '#server/backup-faults.ts'
import {
  type BackupStates,
  noteFailure,
  noteProofFailure,
  statesInFile,
  statesInTable,
} from '#server/backup-state.ts'
import { databaseName, removeScratch, scratchPrefix, uploadsName } from '#server/data-dir.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { DiskFullError, makeDiskSpace } from '#server/disk-space.ts'
import type { Env } from '#server/env.ts'
import { findFaults } from '#server/money/ledger/index.ts'
import { OperatorError } from '#server/operator-error.ts'
import { readSchema } from './backup-format.ts'
import { holdBackups } from './hold-data.ts'
import { unpackArchive } from './read-archive.ts'
import {
  type BackupResult,
  listSnapshots,
  type ResticOptions,
  readSnapshot,
  removeOldSnapshots,
  restoreSnapshot,
  storeSnapshot,
} from './restic.ts'
import { archiveName, listArchives, removeOldArchives } from './scheduled-archives.ts'
import { openSiteData, requireSite, type SiteData } from './site-data.ts'
import { backUp } from './write-archive.ts'

export interface RunOptions {
  env: Pick<Env, 'dataDir' | 'databaseUrl' | 'minFreeMb' | 's3' | 'backupBucketFiles'>
  config: BackupConfig
  now: () => number
  signal?: AbortSignal | undefined
}

/** Makes and reads backups: in restic's repository, or as archives in a folder. */
interface BackupMethod {
  make(startedAt: number): Promise<BackupResult>
  removeOld(): Promise<void> | void
  /** Returns the name of the newest backup, or null without one. @throws OperatorError when it is damaged */
  restoreNewest(into: string): Promise<string | null>
}

/** Backs up to BACKUP_TO, removes old backups and records the outcome. @throws OperatorError and system errors */
export function runBackup(options: RunOptions): Promise<BackupResult> {
  const { config, now } = options
  const startedAt = now()
  return runAlone(options, noteFailure, async (site, states) => {
    const method = methodOf(options, site)
    const backup = await method.make(startedAt)
    await states.change(config.place, () => ({
      lastSuccess: { at: startedAt, name: backup.name },
      failuresSinceSuccess: 0,
    }))
    await method.removeOld()
    return backup
  })
}

/**
 * Restores database and keys of the newest backup into a scratch directory, reads its uploads, checks database and ledger,
 * and records the outcome. @returns the backup's name @throws OperatorError
 */
export function proveBackup(options: RunOptions): Promise<string> {
  const { env, config, now } = options
  return runAlone(options, noteProofFailure, async (site, states) => {
    const scratch = mkdtempSync(join(env.dataDir, scratchPrefix))
    // The check migrates the copy.
    makeDiskSpace(env).require(scratch, 2 * site.bytes)
    const name = await methodOf(options, site).restoreNewest(scratch)
    if (name === null)
      throw new OperatorError(`There is no backup at ${config.place.text}. Run: bun run backup`)
    const copy = join(scratch, databaseName)
    readSchema(copy)
    const faults = await ledgerFaults(copy)
    if (faults > 0)
      throw new OperatorError(
        `The ledger in the backup ${name} does not agree in ${faults} places. Run: bun run admin verify-ledger`,
      )
    await states.change(config.place, () => ({ lastProven: { at: now(), name }, lastProofFailure: null }))
    return name
  })
}

/** @throws OperatorError when no backup can be made */
function methodOf(options: RunOptions, site: SiteData): BackupMethod {
  const { config, signal } = options
  const { place, passphrase } = config
  const fault = backupFault({ backups: config })
  if (fault !== null) throw new OperatorError(fault)
  const restic = resticPath(config)
  if (restic !== null) return resticMethod(options, site, { place, restic, passphrase, signal })
  if (place.kind === 's3') throw new OperatorError(noResticText(place, config))
  return archiveMethod(options, place)
}

function resticMethod({ env, config }: RunOptions, site: SiteData, options: ResticOptions): BackupMethod {
  const { dataDir } = env
  // Metadata of a bucket, for comparing with the previous backup. A proof doesn't trust it.
  const cache = config.place.kind === 's3' ? join(dataDir, 'db/restic-cache') : null
  const scratch = join(dataDir, `${scratchPrefix}restic`)
  const writing = { ...options, cache, scratch }
  return {
    async make(startedAt) {
      // The same path each time: restic compares with the snapshot of the same paths.
      const copy = join(dataDir, `${scratchPrefix}copy`)
      mkdirSync(scratch)
      makeDiskSpace(env).require(dataDir, site.bytes)
      await site.copyTo(copy)
      return keepFree(env, config.place, full =>
        storeSnapshot(
          {
            ...writing,
            signal: AbortSignal.any([full, ...(options.signal ? [options.signal] : [])]),
          },
          { dataDir, copy, now: startedAt },
        ),
      )
    },
    async removeOld() {
      await removeOldSnapshots(writing)
    },
    async restoreNewest(into) {
      const [newest] = await listSnapshots(options)
      if (newest === undefined) return null
      await restoreSnapshot(options, newest.name, into, dirname(databaseName))
      await readSnapshot(options, newest.name)
      return newest.name
    },
  }
}

const checkIntervalMs = 1000
/** restic 0.14 may hang forever on a full disk; it writes some parts of 16 MB at once. */
const leastMb = 64

/** Runs work while the disk of a folder has free space: MIN_FREE_MB where the database is. @throws OperatorError */
async function keepFree<T>(
  { dataDir, minFreeMb }: RunOptions['env'],
  place: BackupPlace,
  work: (full: AbortSignal) => Promise<T>,
): Promise<T> {
  const full = new AbortController()
  if (place.kind === 's3') return work(full.signal)
  const space = makeDiskSpace({
    minFreeMb: Math.max(leastMb, isOnDataDisk(place, dataDir) ? minFreeMb : 0),
  })
  const checkSpace = () => {
    try {
      space.require(place.text, 0)
    } catch (error) {
      throw error instanceof DiskFullError ? fullPlace(place, error) : error
    }
  }
  checkSpace()
  const timer = setInterval(() => {
    try {
      checkSpace()
    } catch (error) {
      full.abort(error)
    }
  }, checkIntervalMs)
  try {
    const result = await work(full.signal)
    checkSpace()
    return result
  } finally {
    clearInterval(timer)
  }
}

const fullPlace = ({ text }: BackupPlace, { details }: DiskFullError) =>
  new OperatorError(
    `The disk of ${text} is full. ${details}. Free some space there, or name another place in BACKUP_TO.`,
  )

function archiveMethod({ env, signal }: RunOptions, place: FolderPlace): BackupMethod {
  return {
    async make(startedAt) {
      const { dataDir, databaseUrl, minFreeMb } = env
      const name = archiveName(startedAt)
      const file = join(place.text, name)
      const { manifest, size } = await backUp({
        dataDir,
        databaseUrl,
        file,
        now: new Date(startedAt),
        minFreeMb,
        buckets: env,
        signal,
      })
      return { name, files: manifest.files.length, storedBytes: size }
    },
    removeOld: () => removeOldArchives(place),
    async restoreNewest(into) {
      const [newest] = listArchives(place)
      if (newest === undefined) return null
      const isWritten = (name: string) => !name.startsWith(`${uploadsName}/`)
      await unpackArchive(newest.file, into, makeDiskSpace(env), signal, isWritten)
      return newest.name
    },
  }
}

/** Migrates it, as the start after a restore does. */
async function ledgerFaults(path: string): Promise<number> {
  const database = openDatabase(path)
  await using db = makeDb(database)
  await migrate(database, db)
  return (await findFaults(db)).length
}

/** Runs work while no other backup or check runs, and records its failure. @throws OperatorError */
async function runAlone<T>(
  { env, config, now, signal }: RunOptions,
  noteAs: typeof noteFailure,
  work: (site: SiteData, states: BackupStates) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = env
  const run = async (states: BackupStates) => {
    try {
      await using site = await openSiteData(env)
      return await work(site, states)
    } catch (error) {
      const failure = explain(error)
      if (!signal?.aborted) await states.change(config.place, noteAs(now(), reasonOf(failure)))
      throw failure
    }
  }
  requireSite(env)
  const release = holdBackups(dataDir)
  try {
    // A run that was killed leaves its scratch directory.
    removeScratch(dataDir)
    if (databaseUrl === null) return await run(statesInFile(dataDir))
    const { openSite } = await import('#server/db/transfer.ts')
    await using db = await openSite(databaseUrl)
    return await run(statesInTable(db))
  } finally {
    removeScratch(dataDir)
    release()
  }
}

function explain(error: unknown): unknown {
  if (!(error instanceof DiskFullError)) return error
  return new OperatorError(
    `Not enough disk space in DATA_DIR. ${error.details}. Free some space and try again.`,
    { cause: error },
  )
}

/** Returns the reason in one line. */
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 500) ?? ''
