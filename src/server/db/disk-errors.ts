/** What a disk refused: `full` has no room, `failing` can't be read or written. */
export type DiskFault = 'full' | 'failing'

const fullCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']

/** Whether an error, or one that caused it, is the disk's; null: it is something else. */
export function diskFaultOf(error: unknown): DiskFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (fullCodes.includes(code)) return 'full'
    // SQLite says so when it can't extend a file that it maps into memory.
    if (code === 'SQLITE_IOERR_SHMSIZE') return 'full'
    if (code.startsWith('SQLITE_IOERR') || code === 'EIO') return 'failing'
  }
  return null
}
