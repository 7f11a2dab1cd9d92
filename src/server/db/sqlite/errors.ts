import { codeOf } from '#server/error-code.ts'

export const isDatabaseError = (code: string): boolean => code.startsWith('SQLITE_')

/** Returns whether another process holds the lock. */
export const isBusy = (error: unknown): error is Error => codeOf(error).startsWith('SQLITE_BUSY')

/**
 * Returns the disk's fault that an error's code names, or null.
 * The disk is full also where shared memory can't be extended.
 */
export function databaseFaultOf(code: string): 'full' | 'failing' | null {
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return 'full'
  return code.startsWith('SQLITE_IOERR') ? 'failing' : null
}

/** Returns whether this user can't open or write the file. */
export const isAccessError = (error: Error): boolean =>
  /^SQLITE_(?:CANTOPEN|READONLY|PERM)/.test(codeOf(error))

/** The file is no database, or not a sound one. */
export const isDamage = (error: unknown): error is Error => /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error))
