import { OperatorError } from '#server/operator-error.ts'
import { type Db, inSnapshot, type RootDb } from './connection.ts'
import { lockTimeoutMs } from './locks.ts'
import { emptyText, isCurrent, isEmpty, migrate } from './postgres/migrate.ts'
import { clearMoved, markMoved } from './postgres/moved-site.ts'
import { connect, openBesideServer, refuseLiveProcesses } from './postgres/open-site.ts'
import { filledTables, readKeys, replaceRows, type SiteKeys, withoutTimeouts } from './postgres/site-rows.ts'
import { currentTables, makeDatabaseFile } from './sqlite/table-rows.ts'
import { copyRows, findDifference } from './table-rows.ts'

/* Copies a site between PostgreSQL and a SQLite file: for moves, backups and restores. */

/** Long statements are no fault here. */
const patient = { max: 2, queryMs: 0, lockMs: lockTimeoutMs }

/**
 * Opens the site of DATABASE_URL beside its processes.
 * @throws OperatorError also for another schema
 */
export const openSite = (databaseUrl: string): Promise<RootDb> => openBesideServer({ databaseUrl }, patient)

/** A site on PostgreSQL that no process serves; none starts meanwhile. */
export interface HeldSite extends AsyncDisposable {
  db: RootDb
  isCurrent(): Promise<boolean>
  /** @throws OperatorError without a site */
  refuseEmpty(): Promise<void>
  /** @throws OperatorError also for a newer schema */
  migrate(): Promise<void>
  /** Names of tables with rows, or of tables of another program. */
  listFilled(): Promise<string[]>
  /** Returns whether a SQLite file of this version's schema has the same rows, and these keys. */
  isCopyOf(file: Db, keys: SiteKeys): Promise<boolean>
  /** Marks the site as moved, so that later starts are refused. */
  markMoved(now: Date): Promise<unknown>
  /** Permits starts again. */
  clearMoved(): Promise<unknown>
}

/** @throws OperatorError when a process serves the site, or PostgreSQL can't be reached */
export async function holdSite(databaseUrl: string): Promise<HeldSite> {
  const db = await connect({ databaseUrl }, patient)
  const release = await refuseLiveProcesses(db).catch(async error => {
    await db.destroy()
    throw error
  })
  return {
    db,
    isCurrent: () => isCurrent(db),
    async refuseEmpty() {
      if (await isEmpty(db)) throw new OperatorError(emptyText)
    },
    migrate: () => migrate(db),
    listFilled: async () => filledTables(db, await currentTables()),
    async isCopyOf(file, keys) {
      if (!(await isCurrent(db))) return false
      const own = await readKeys(db)
      if ([...keys].some(([name, value]) => own.get(name) !== value)) return false
      return (await findDifference(await currentTables(), file, db)) === null
    },
    markMoved: now => markMoved(db, now),
    clearMoved: () => clearMoved(db),
    async [Symbol.asyncDispose]() {
      release()
      await db.destroy()
    },
  }
}

interface Import {
  /** A SQLite file of this version's schema. */
  from: Db
  keys: SiteKeys
  /** Runs before the commit. @throws to change nothing */
  check?(db: Db): Promise<void>
}

/** Replaces a site in one transaction. Needs the schema of this version. @returns how many rows @throws Error for a difference */
export async function importSite({ db }: HeldSite, { from, keys, check }: Import): Promise<number> {
  const tables = await currentTables()
  let rows = 0
  await replaceRows(db, {
    tables,
    keys,
    async fill(target) {
      rows = await copyRows(tables, from, target)
    },
    ...(check && { check }),
  })
  return rows
}

/**
 * Copies a snapshot into a new SQLite file. @param check before it's complete @returns how many rows, and the site's
 * keys @throws Error for a difference
 */
export const exportSite = (
  db: RootDb,
  file: string,
  check?: (copy: Db) => Promise<void>,
): Promise<{ rows: number; keys: SiteKeys }> =>
  inSnapshot(db, async snapshot => {
    await withoutTimeouts(snapshot)
    let rows = 0
    await makeDatabaseFile(file, async (tables, target) => {
      rows = await copyRows(tables, snapshot, target)
      await check?.(target.db)
    })
    return { rows, keys: await readKeys(snapshot) }
  })
