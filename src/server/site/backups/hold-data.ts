import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName } from '#server/data-dir.ts'
import { holdDirectory } from '#server/db/sqlite/hold.ts'
import { OperatorError } from '#server/operator-error.ts'

const busyText = 'Another backup, check of one or restore is running. Wait until it has finished.'

/**
 * Locks a data directory for one backup, check of one or restore.
 * @returns a function that releases it @throws OperatorError
 */
export const holdBackups = (dataDir: string): (() => void) =>
  holdDirectory(join(dataDir, 'db'), cause => new OperatorError(busyText, { cause }), { name: 'backup.lock' })

/** Takes the locks of the server and of backups. @returns a function that releases them @throws OperatorError */
export function holdAlone(dataDir: string): () => void {
  const database = join(dataDir, databaseName)
  const releaseServer = holdDirectory(join(dataDir, 'db'), cause =>
    // With DATABASE_URL the server has no database there.
    serverRunningError(existsSync(database) ? database : dataDir, cause),
  )
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
  new OperatorError(`The server is running on ${path}. Stop it first.`, { cause })
