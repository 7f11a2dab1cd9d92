import { join } from 'node:path'
import { HeldError, holdDirectory } from '#server/db/hold.ts'
import { BackupError } from './backup-format.ts'

/** One backup, check of one or restore of a data directory at a time. @returns releases it @throws BackupError */
export function holdBackups(dataDir: string): () => void {
  try {
    return holdDirectory(join(dataDir, 'db'), 'backup.lock')
  } catch (error) {
    if (!(error instanceof HeldError)) throw error
    throw new BackupError('Another backup, check of one or restore is running. Wait until it has finished.', {
      cause: error,
    })
  }
}
