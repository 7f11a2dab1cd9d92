import { Database } from 'bun:sqlite'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { timeInName } from '#server/data-dir.ts'
import { syncToDisk } from '#server/durable-files.ts'
import { codeOf } from '#server/error-code.ts'
import { OperatorError } from '#server/operator-error.ts'
import { createPrivately } from '../private-files.ts'
import { appliedMigrations, isCurrent, isNewer } from './migrate.ts'
import { openDatabase } from './open.ts'

/** Copies the database consistently while the server writes; mode 0600. @param to must not exist */
export function copyDatabaseTo(from: string, to: string): void {
  const database = openDatabase(from)
  try {
    writeCopy(database, to)
  } finally {
    database.close()
  }
}

function writeCopy(database: Database, to: string): void {
  createPrivately(to)
  database.query('vacuum into ?').run(to)
}

/**
 * Checks a file that no process has open.
 * @returns what is damaged, or null; applied migrations @throws SQLite's error
 */
export function inspectDatabase(path: string): { damage: string | null; schema: string[] } {
  const database = new Database(path, { readonly: true, strict: true })
  try {
    const check = database.query<{ quick_check: string }, []>('pragma quick_check(1)').get()?.quick_check
    if (check !== 'ok') return { damage: String(check), schema: [] }
    return { damage: null, schema: appliedMigrations(database) }
  } finally {
    database.close()
  }
}

const infix = '.before-migration-'
const keptSnapshots = 2

/**
 * Copies a database that the next {@link migrate} changes, and keeps the two newest copies. @returns the copy's path,
 * or null where it changes nothing @throws OperatorError without disk space
 */
export function snapshotBeforeMigration(database: Database, now: Date): string | null {
  const path = database.filename
  if (appliedMigrations(database).length === 0 || isCurrent(database) || isNewer(database)) return null
  const snapshot = `${path}${infix}${timeInName(now.getTime())}`
  const part = `${snapshot}.part`
  try {
    for (const name of snapshotsOf(path).filter(name => name.endsWith('.part')))
      rmSync(join(dirname(path), name))
    writeCopy(database, part)
    syncToDisk(part)
    renameSync(part, snapshot)
    syncToDisk(dirname(path))
  } catch (cause) {
    rmSync(part, { force: true })
    if (codeOf(cause) !== 'SQLITE_FULL') throw cause
    throw new OperatorError(
      `There is no room for a copy of the database before its migration (${statSync(path).size} bytes). Free some space and start again.`,
      { cause },
    )
  }
  for (const name of snapshotsOf(path).slice(0, -keptSnapshots)) rmSync(join(dirname(path), name))
  return snapshot
}

/** Returns the snapshots of a database, oldest first. */
const snapshotsOf = (path: string) =>
  readdirSync(dirname(path))
    .filter(name => name.startsWith(`${basename(path)}${infix}`))
    .sort()
