import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isId } from '#contract/ids.ts'
import { formatNumber } from '#contract/numbers.ts'
import {
  databaseName,
  movedName,
  type OnStep,
  refuseInterruptedRestore,
  restorePrefix,
  uploadsName,
} from '#server/data-dir.ts'
import type { Db } from '#server/db/connection.ts'
import { readSize } from '#server/db/engine.ts'
import { makePrivate } from '#server/db/private-files.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { openExclusively } from '#server/db/sqlite/hold.ts'
import { isCurrent, isNewer } from '#server/db/sqlite/migrate.ts'
import type { HeldSite } from '#server/db/transfer.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { syncToDisk } from '#server/durable-files.ts'
import type { Env } from '#server/env.ts'
import { countMoney, findFaults, makeLedgerTotals } from '#server/money/ledger/index.ts'
import { OperatorError } from '#server/operator-error.ts'
import { filesBelow, requireDatabase } from './data-files.ts'
import { holdAlone, serverRunningError } from './hold-data.ts'
import { readKeyFiles, writeKeyFiles } from './key-files.ts'

/*
 * Each move copies everything into an empty target, compares, and then marks the source, which is kept, in one step. After
 * a kill before that step the source serves as before, and a repeat continues.
 */
export interface MoveOptions {
  env: Pick<Env, 'dataDir' | 'minFreeMb'> & { databaseUrl: string }
  now: Date
  onStep?: OnStep
}

/**
 * @returns how many rows were copied, or null if an earlier move had copied them
 * @throws OperatorError
 */
export async function moveToPostgres({
  env: { dataDir, databaseUrl },
  onStep = () => {},
}: MoveOptions): Promise<number | null> {
  const { holdSite, importSite } = await import('#server/db/transfer.ts')
  const path = requireDatabase(dataDir)
  using locks = new DisposableStack()
  locks.defer(holdAlone(dataDir))
  await using site = await holdSite(databaseUrl)
  const database = openExclusively(path, cause => serverRunningError(path, cause))
  const db = makeDb(database)
  locks.defer(() => database.close())
  if (!isCurrent(database)) throw otherSchema(isNewer(database))
  await refuseFilesOnDisk(db, dataDir)
  const totals = await provenTotals(db)
  const keys = readKeyFiles(dataDir)
  const filledTables = await site.listFilled()
  let rows: number | null = null
  if (filledTables.length === 0) {
    await site.migrate()
    onStep('the schema is there')
    rows = await importSite(site, {
      from: db,
      keys,
      async check(copy) {
        requireEqual(totals, await provenTotals(copy))
        onStep('everything is copied')
      },
    })
  } else if (await site.isCopyOf(db, keys)) {
    // The site may have been moved to SQLite before, and returns.
    await site.clearMoved()
  } else
    throw new OperatorError(
      `The database of DATABASE_URL isn't empty (${filledTables.slice(0, 3).join(', ')}). Name an empty one, or empty it.`,
    )
  onStep('the copy is committed')
  // In this mode, no log with the old name is left behind.
  database.run('pragma journal_mode = delete')
  renameSync(path, join(dataDir, movedName))
  syncToDisk(dirname(path))
  return rows
}

/**
 * @returns how many rows were copied, or null if an earlier move had copied them
 * @throws OperatorError
 */
export async function moveToSqlite({
  env: { dataDir, databaseUrl, minFreeMb },
  now,
  onStep = () => {},
}: MoveOptions): Promise<number | null> {
  const { exportSite, holdSite } = await import('#server/db/transfer.ts')
  refuseInterruptedRestore(dataDir)
  makePrivate(join(dataDir, 'db'))
  using locks = new DisposableStack()
  locks.defer(holdAlone(dataDir))
  await using site = await holdSite(databaseUrl)
  await site.refuseEmpty()
  if (!(await site.isCurrent())) throw otherSchema(false)
  const path = join(dataDir, databaseName)
  if (existsSync(path)) {
    await requireCopy(site, path)
    await site.markMoved(now)
    return null
  }
  if (existsSync(`${path}-wal`))
    throw new OperatorError(`${path}-wal belongs to a database that is missing. Move it away.`)
  makeDiskSpace({ minFreeMb }).require(dataDir, 2 * (await readSize(site.db, { dataDir })).bytes)
  const totals = await provenTotals(site.db)
  const staging = mkdtempSync(join(dataDir, restorePrefix))
  locks.defer(() => rmSync(staging, { recursive: true, force: true }))
  mkdirSync(join(staging, 'db'), { mode: 0o700 })
  const { rows, keys } = await exportSite(site.db, join(staging, databaseName), async copy =>
    requireEqual(totals, await provenTotals(copy)),
  )
  syncToDisk(join(staging, databaseName))
  onStep('everything is copied')
  // The database last: without it the directory counts as empty.
  for (const name of [...writeKeyFiles(staging, keys), databaseName]) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
    renameSync(join(staging, name), join(dataDir, name))
    syncToDisk(dirname(join(dataDir, name)))
    onStep(`${name} is there`)
  }
  await site.markMoved(now)
  return rows
}

const otherSchema = (isNewer: boolean) =>
  new OperatorError(
    isNewer
      ? 'The database was made by a newer version. Move it with that version.'
      : 'The database has the schema of an older version, or none. Start the server with this version once, stop it, and move then.',
  )

/** @throws OperatorError when a file isn't a copy of the site */
async function requireCopy(site: HeldSite, path: string): Promise<void> {
  const database = openExclusively(path, cause => serverRunningError(path, cause))
  const db = makeDb(database)
  try {
    // Keys arrive before the database.
    if (isCurrent(database) && (await site.isCopyOf(db, new Map()))) return
  } finally {
    database.close()
  }
  throw new OperatorError(`There is another database at ${path}. Move it away, or set DATA_DIR.`)
}

/** @throws OperatorError when the ledger doesn't agree */
async function provenTotals(db: Db): Promise<string> {
  const faults = await findFaults(db)
  if (faults.length > 0)
    throw new OperatorError(
      `The ledger does not agree in ${faults.length} places, so nothing was moved. Run: bun run admin verify-ledger`,
    )
  return JSON.stringify([await countMoney(db), [...(await makeLedgerTotals(db)())]])
}

/** Checksums are equal by then. */
function requireEqual(totals: string, copy: string): void {
  if (totals !== copy) throw new Error(`The ledger has ${totals}, its copy ${copy}`)
}

/** @throws OperatorError for videos and pictures that only DATA_DIR has */
async function refuseFilesOnDisk(db: Db, dataDir: string): Promise<void> {
  const ids = new Set<string>()
  for await (const { name } of filesBelow(dataDir, uploadsName)) {
    const [, id] = /^uploads\/(?:videos\/(?:stored|incoming)|images)\/([^/.]+)/.exec(name) ?? []
    if (id !== undefined) ids.add(id)
  }
  let count = 0
  for (const id of ids) if (await isNeeded(db, id)) count += 1
  if (count > 0)
    throw new OperatorError(
      `${count === 1 ? '1 video or picture is' : `${formatNumber(count)} videos and pictures are`} on the disk of DATA_DIR alone. Unset DATABASE_URL, and with STORAGE=s3://… let the server finish its jobs, stop it, and run: bun run admin move-storage --to s3`,
    )
}

/** Returns whether an upload is needed: it has a row, and its device doesn't send it again. */
async function isNeeded(db: Db, id: string): Promise<boolean> {
  const image = isId<'image'>(id) && db.selectFrom('images').select('id').where('id', '=', id)
  const video =
    isId<'video'>(id) &&
    db
      .selectFrom('crew_videos')
      .select('id')
      .where('id', '=', id)
      .where('status', 'in', ['uploaded', 'processing', 'ready'])
  return Boolean((image && (await image.executeTakeFirst())) || (video && (await video.executeTakeFirst())))
}
