import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupConfig, BackupPlace } from '#server/backup-config.ts'
import { isOnDataDisk } from '#server/backup-folder.ts'
import { changeState, noteFailure, noteProofFailure, readState } from '#server/backup-state.ts'
import { removeScratch, scratchPrefix } from '#server/data-dir.ts'
import { makeDb } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { DiskFullError, type DiskSpace, makeDiskSpace } from '#server/disk-space.ts'
import type { Env } from '#server/env.ts'
import { findFaults } from '#server/features/ledger/index.ts'
import { BackupError, databaseName } from './backup-format.ts'
import { holdBackups } from './backup-lock.ts'
import { type BackupStore, openStore } from './backup-store.ts'
import { cipherToRead } from './cipher.ts'
import { requireDatabase } from './data-files.ts'
import { type MadeBackup, makeBackup, removeOldBackups } from './make-backup.ts'
import { checkBackup } from './read-backup.ts'
import { DamagedBackup, listBackups, readManifest, trustedBackups } from './stored-backups.ts'

export interface RunOptions {
  env: Pick<Env, 'dataDir' | 'minFreeMb' | 's3' | 'backupBucketFiles'>
  config: BackupConfig
  now: () => number
  signal?: AbortSignal
}

/** Backs up to BACKUP_TO, removes old backups and records the outcome. @throws BackupError and system errors */
export function runBackup({ env, config, now, signal }: RunOptions): Promise<MadeBackup> {
  const { dataDir } = env
  const { place, passphrase } = config
  return alone(dataDir, async () => {
    const startedAt = now()
    try {
      const store = openStoreFor(place, env)
      const made = await makeBackup({
        dataDir,
        store,
        passphrase,
        space: makeDiskSpace(env),
        now: startedAt,
        buckets: env,
        damaged: readState(dataDir, place).damaged,
        ...(signal && { signal }),
      })
      const lastSuccess = { at: startedAt, name: made.name }
      changeState(dataDir, place, () => ({
        lastSuccess,
        unread: made.unread,
        failuresSinceSuccess: 0,
        damaged: [],
      }))
      await removeOldBackups(store, passphrase)
      return made
    } catch (error) {
      const known = explained(error)
      if (!signal?.aborted) changeState(dataDir, place, noteFailure(now(), reasonOf(known)))
      throw known
    }
  })
}

export interface ProvenBackup {
  name: string
  files: number
  /** Bytes. */
  size: number
}

/** Restores the newest backup into a scratch directory, checks it and records the outcome. @throws BackupError */
export function proveBackup({ env, config, now, signal }: RunOptions): Promise<ProvenBackup> {
  const { dataDir } = env
  const { place, passphrase } = config
  return alone(dataDir, async () => {
    const scratch = mkdtempSync(join(dataDir, scratchPrefix))
    try {
      const store = openStoreFor(place, env)
      const proven = await restoreNewest(store, passphrase, scratch, makeDiskSpace(env), signal)
      changeState(dataDir, place, () => ({
        lastProven: { at: now(), name: proven.name },
        lastProofFailure: null,
      }))
      return proven
    } catch (error) {
      const known = explained(error)
      const parts = error instanceof DamagedBackup ? error.parts : []
      if (!signal?.aborted) changeState(dataDir, place, noteProofFailure(now(), reasonOf(known), parts))
      throw known
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  })
}

async function restoreNewest(
  store: BackupStore,
  passphrase: string | null,
  into: string,
  space: DiskSpace,
  signal: AbortSignal | undefined,
): Promise<ProvenBackup> {
  const backups = await listBackups(store)
  const [backup] = trustedBackups(backups, passphrase)
  if (backup === undefined) {
    const kind = backups.length > 0 ? 'encrypted backup' : 'backup'
    throw new BackupError(`There is no ${kind} at ${store.text}. Run: bun run backup`)
  }
  const cipher = await cipherToRead(store, passphrase)
  const manifest = await readManifest(store, cipher, backup)
  await checkBackup({ store, cipher, backup, manifest, into, space, ...(signal && { signal }) })
  const faults = await ledgerFaults(join(into, databaseName))
  if (faults > 0)
    throw new BackupError(
      `The ledger in the backup ${backup.name} does not agree in ${faults} places. Run: bun run admin verify-ledger`,
    )
  const size = manifest.files.reduce((bytes, file) => bytes + file.size, 0)
  return { name: backup.name, files: manifest.files.length, size }
}

/** Migrates it, as the start after a restore does. */
async function ledgerFaults(path: string): Promise<number> {
  const database = openDatabase(path)
  const db = makeDb(database)
  try {
    await migrate(database, db)
    return (await findFaults(db)).length
  } finally {
    await db.destroy()
  }
}

/** MIN_FREE_MB protects the disk of the database only. */
function openStoreFor(
  place: BackupPlace,
  { dataDir, minFreeMb }: Pick<Env, 'dataDir' | 'minFreeMb'>,
): BackupStore {
  return openStore(place, makeDiskSpace({ minFreeMb: isOnDataDisk(place, dataDir) ? minFreeMb : 0 }))
}

/** One at a time. @throws BackupError */
async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  requireDatabase(dataDir)
  const release = holdBackups(dataDir)
  try {
    removeScratch(dataDir)
    return await work()
  } finally {
    release()
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof DiskFullError)) return error
  return new BackupError(
    `Not enough disk space in DATA_DIR. ${error.details}. Free some space and try again.`,
    { cause: error },
  )
}

/** One line. */
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 500) ?? ''
