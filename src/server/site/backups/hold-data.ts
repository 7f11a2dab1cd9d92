import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName } from '#server/data-dir.ts'
import { holdDirectory } from '#server/db/sqlite/hold.ts'
import { BackupError } from './backup-format.ts'

const busyText = 'Another backup, check of one or restore is running. Wait until it has finished.'

/**
 * Locks a data directory for one backup, check of one or restore.
 * @returns a function that releases it @throws BackupError
 */
export const holdBackups = (dataDir: string): (() => void) =>
  holdDirectory(join(dataDir, 'db'), {
    name: 'backup.lock',
    refusal: cause => new BackupError(busyText, { cause }),
  })

/** Takes the locks of the server and of backups. @returns a function that releases them @throws BackupError */
export function holdAlone(dataDir: string): () => void {
  const database = join(dataDir, databaseName)
  const releaseServer = holdDirectory(join(dataDir, 'db'), {
    // With DATABASE_URL the server has no database there.
    refusal: cause => serverRunningError(existsSync(database) ? database : dataDir, cause),
  })
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

export const serverRunningError = (path: string, cause: unknown) =>
  new BackupError(`The server is running on ${path}. Stop it first.`, { cause })
