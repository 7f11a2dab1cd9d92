import type { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { refuseInterruptedRestore } from '#server/data-dir.ts'
import type { Db, RootDb } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { holdDirectory } from '#server/db/sqlite/hold.ts'
import { isCurrent, MigrationError, migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { snapshotBeforeMigration } from '#server/db/sqlite/snapshot.ts'
import { AdminError } from './admin-command.ts'

/** @throws AdminError without a database; MigrationError when the running server has another schema */
export async function openForCommand(dataDir: string): Promise<RootDb> {
  refuseInterruptedRestore(dataDir)
  const path = join(dataDir, 'db', 'reelstake.sqlite')
  if (!existsSync(path))
    throw new AdminError(`There is no database at ${path}. Start the server once, or set DATA_DIR.`)
  const database = openDatabase(path)
  const db = makeDb(database)
  try {
    if (!isCurrent(database)) await migrateUnlessServed(dataDir, database, db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** A running server needs the schema of its start. */
async function migrateUnlessServed(dataDir: string, database: Database, db: Db): Promise<void> {
  const text = `The server on ${dataDir} runs another version of the program. Restart it with this version, or run the command with the server's version.`
  const release = holdDirectory(join(dataDir, 'db'), {
    refusal: cause => new MigrationError(text, { cause }),
  })
  try {
    snapshotBeforeMigration(database, new Date())
    await migrate(database, db)
  } finally {
    release()
  }
}
