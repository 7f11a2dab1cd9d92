import { join } from 'node:path'
import { holdDirectory } from '#server/db/sqlite/hold.ts'
import { BackupError, databaseName } from './backup-format.ts'
import { holdBackups } from './backup-lock.ts'

/** Takes the locks of the server and of backups. @returns a function that releases them @throws BackupError */
export function holdAlone(dataDir: string): () => void {
  const releaseServer = holdDirectory(join(dataDir, 'db'), {
    refusal: cause => serverRunningError(join(dataDir, databaseName), cause),
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

export const serverRunningError = (database: string, cause: unknown) =>
  new BackupError(`The server is running on ${database}. Stop it first.`, { cause })
