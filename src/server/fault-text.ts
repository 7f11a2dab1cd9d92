import { databaseAdvice, isAccessError, isBusy } from './db/dialect.ts'
import { type DiskFault, diskFaultOf, isSystemError } from './db/disk-errors.ts'

const diskTexts: Record<DiskFault, string> = {
  full: 'Free some space (df shows how much there is), and try again.',
  failing: 'Check the disk, or restore a backup on another one.',
}

const accessAdvice = 'Run this as the user that owns it, or give it to this user (chown).'

const folderAdvice =
  'There is a file where a folder is expected. Check DATA_DIR, and the names that you gave.'

/** Advice by the system's error code. */
const advice: Record<string, string> = {
  EACCES: accessAdvice,
  EPERM: accessAdvice,
  EROFS:
    'Mount the disk so that it can be written; with the systemd unit, name the folder in ReadWritePaths= too.',
  ENOTDIR: folderAdvice,
  // Making a folder where a file is fails with this code.
  EEXIST: folderAdvice,
}

/**
 * Returns the text of a refusal by a disk, the system or the database, with the next step, or null for a bug.
 */
export function faultText(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const forDatabase = databaseAdvice(error)
  if (forDatabase !== null) return `PostgreSQL: ${error.message}. ${forDatabase}`
  const fault = diskFaultOf(error)
  if (fault !== null)
    return `The disk ${fault === 'full' ? 'is full' : 'can’t be read or written'} (${error.message}). ${diskTexts[fault]}`
  if (isAccessError(error)) return `The database in DATA_DIR: ${error.message}. ${accessAdvice}`
  if (isSystemError(error)) return [error.message, advice[error.code]].filter(Boolean).join('. ')
  return isBusy(error) ? error.message : null
}
