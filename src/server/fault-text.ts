import { UncertainCommitError } from './db/connection.ts'
import { databaseAdvice, isAccessError, isUnavailable } from './db/dialect.ts'
import { type DiskFault, diskFaultOf, isSystemError } from './db/disk-errors.ts'
import { OperatorError } from './operator-error.ts'

/** Texts for operators. Visitors read those of `http/errors.ts`. */
export const diskTexts: Record<DiskFault, { state: string; step: string }> = {
  full: { state: 'is full', step: 'Free some space (df shows how much there is), and try again.' },
  failing: {
    state: 'can’t be read or written',
    step: 'Check the disk, or restore a backup on another one.',
  },
}

const accessAdvice = 'Run this as the user that owns it, or give it to this user (chown).'

const folderAdvice =
  'There is a file where a folder is expected. Check DATA_DIR, and the names that you gave.'

const brokenAdvice =
  'The other side, or the network, ended the connection. If it happens often, see the log of that side.'

/** Advice by the system's error code. */
const advice: Record<string, string> = {
  EACCES: accessAdvice,
  EPERM: accessAdvice,
  EROFS:
    'Mount the disk so that it can be written; with the systemd unit, name the folder in ReadWritePaths= too.',
  ENOTDIR: folderAdvice,
  // Making a folder where a file is fails with this code.
  EEXIST: folderAdvice,
  ECONNRESET: brokenAdvice,
  EPIPE: brokenAdvice,
}

/** Returns the cause and the next step of an error that the operator can mend, or null for a bug. */
export function mendableText(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof OperatorError) return error.message
  if (error instanceof UncertainCommitError) return `${error.message} It may have been saved.`
  const forDatabase = databaseAdvice(error)
  if (forDatabase !== null) return `PostgreSQL: ${error.message}. ${forDatabase}`
  const fault = diskFaultOf(error)
  if (fault !== null) {
    const { state, step } = diskTexts[fault]
    return `The disk ${state} (${error.message}). ${step}`
  }
  if (isAccessError(error)) return `The database in DATA_DIR: ${error.message}. ${accessAdvice}`
  const step = isSystemError(error) ? advice[error.code] : undefined
  return step === undefined ? null : `${error.message}. ${step}`
}

/** Text of a refusal by a disk, the system or the database, with the next step where one is known; null: a bug. */
export function faultText(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  return mendableText(error) ?? (isSystemError(error) || isUnavailable(error) ? error.message : null)
}

/** {@link faultText}, or the stack of a bug. */
export const errorText = (error: unknown): string =>
  faultText(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
