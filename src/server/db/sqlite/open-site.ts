import { join } from 'node:path'
import { databaseName } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'
import { secretFiles } from '#server/secret-store.ts'
import type { RootDb } from '../connection.ts'
import type { OpenSite } from '../open-site.ts'
import { onlyProcess } from '../processes.ts'
import { makeDb } from './connection.ts'
import { holdDirectory } from './hold.ts'
import { isCurrent, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { snapshotBeforeMigration } from './snapshot.ts'

/** A wait blocks every request; `busy.ts` retries without blocking. */
const servingBusyTimeoutMs = 20

/** @param onCopy the copy's path, before it is migrated @throws OperatorError */
export async function openToServe(
  { dataDir }: Pick<Env, 'dataDir'>,
  onCopy: (path: string) => void,
): Promise<OpenSite> {
  const database = openDatabase(join(dataDir, databaseName))
  const db = makeDb(database)
  const copy = snapshotBeforeMigration(database, new Date())
  if (copy !== null) onCopy(copy)
  await migrate(database, db)
  database.run(`PRAGMA busy_timeout = ${servingBusyTimeoutMs}`)
  // Savepoints would write pages before each change to a temporary file (decision 0043). Before anything listens
  // for changes: it drops temporary triggers.
  database.run('PRAGMA temp_store = MEMORY')
  // Frees the jobs of the process before this one.
  database.run('update jobs set taken_by = null where taken_by is not null')
  return {
    db,
    secrets: secretFiles(join(dataDir, 'db')),
    join: async () => onlyProcess(),
    letNextStart: async () => {},
  }
}

/** Migrates the database unless it is served. @throws OperatorError also when the server has another schema */
export async function openBesideServer({ dataDir }: Pick<Env, 'dataDir'>): Promise<RootDb> {
  const database = openDatabase(join(dataDir, databaseName))
  const db = makeDb(database)
  try {
    if (isCurrent(database)) return db
    const text = `The server on ${dataDir} runs another version of the program. Restart it with this version, or run the command with the server's version.`
    const release = holdDirectory(join(dataDir, 'db'), cause => new OperatorError(text, { cause }))
    try {
      snapshotBeforeMigration(database, new Date())
      await migrate(database, db)
    } finally {
      release()
    }
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
