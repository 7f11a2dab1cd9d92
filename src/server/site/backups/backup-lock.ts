import { join } from 'node:path'
import { holdDirectory } from '#server/db/sqlite/hold.ts'
import { BackupError } from './backup-format.ts'

const text = 'Another backup, check of one or restore is running. Wait until it has finished.'

/**
 * Locks a data directory for one backup, check of one or restore.
 * @returns a function that releases it @throws BackupError
 */
export const holdBackups = (dataDir: string): (() => void) =>
  holdDirectory(join(dataDir, 'db'), {
    name: 'backup.lock',
    refusal: cause => new BackupError(text, { cause }),
  })
