import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  databaseName,
  finishRestores,
  removeLeftovers,
  restorePrefix,
  swapData,
  uploadsName,
} from '#server/data-dir.ts'
import { readSize } from '#server/db/engine.ts'
import { makePrivate } from '#server/db/private-files.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import type { HeldSite } from '#server/db/transfer.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { OperatorError } from '#server/operator-error.ts'
import { holdAlone } from './hold-data.ts'
import { readKeyFiles, writeKeyFiles } from './key-files.ts'
import {
  asideFor,
  presentUploads,
  type RestoreOptions,
  type RestoreResult,
  type Source,
} from './restore-data.ts'

/**
 * Unpacks and checks a backup in DATA_DIR, then replaces PostgreSQL's rows in one transaction; uploads stay in DATA_DIR.
 * The previous data are first written to their own directory, as SQLite. @throws OperatorError
 */
export async function restoreToPostgres(
  source: Source,
  {
    dataDir,
    databaseUrl,
    force,
    now,
    minFreeMb = 0,
    signal,
    onStep,
  }: RestoreOptions & { databaseUrl: string },
): Promise<RestoreResult> {
  const { holdSite } = await import('#server/db/transfer.ts')
  makePrivate(join(dataDir, 'db'))
  using locks = new DisposableStack()
  locks.defer(holdAlone(dataDir))
  const restoresFinished = finishRestores(dataDir, onStep, force)
  await using site = await holdSite(databaseUrl)
  const filledTables = await site.listFilled()
  if (filledTables.length > 0 && !force)
    throw new OperatorError(
      `The database of DATABASE_URL already contains data (${filledTables.slice(0, 3).join(', ')}). Use --force to save them in ${dataDir} and to replace them.`,
    )
  const staging = mkdtempSync(join(dataDir, restorePrefix))
  locks.defer(() => rmSync(staging, { recursive: true, force: true }))
  const space = makeDiskSpace({ minFreeMb })
  space.require(dataDir, source.size + (await readSize(site.db, { dataDir })).bytes)
  const manifest = await source.unpack(staging, space, signal)
  await site.migrate()
  const leaving = existsSync(join(staging, uploadsName)) ? presentUploads(dataDir) : []
  const aside = filledTables.length + leaving.length === 0 ? null : asideFor(dataDir, now)
  if (aside !== null && filledTables.length > 0) await save(site, dataDir, aside)
  await replace(site, staging)
  swapData(
    dataDir,
    basename(staging),
    { aside: aside && basename(aside), leaving, arriving: presentUploads(staging) },
    onStep,
  )
  removeLeftovers(dataDir)
  return { manifest, aside, finishedEarlier: restoresFinished > 0 }
}

/** Saves the data completely or not at all. */
async function save({ db }: HeldSite, dataDir: string, aside: string): Promise<void> {
  const { exportSite } = await import('#server/db/transfer.ts')
  const staging = mkdtempSync(join(dataDir, restorePrefix))
  mkdirSync(join(staging, 'db'), { mode: 0o700 })
  const { keys } = await exportSite(db, join(staging, databaseName))
  writeKeyFiles(staging, keys)
  renameSync(staging, aside)
}

async function replace(site: HeldSite, directory: string): Promise<void> {
  const { importSite } = await import('#server/db/transfer.ts')
  const database = openDatabase(join(directory, databaseName))
  await using db = makeDb(database)
  await migrate(database, db)
  await importSite(site, { from: db, keys: readKeyFiles(directory) })
}
