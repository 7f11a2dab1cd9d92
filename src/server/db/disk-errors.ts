export type DiskFault = 'full' | 'failing'

const fullCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']

/** Checks the error and its causes. */
export function diskFaultOf(error: unknown): DiskFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (fullCodes.includes(code)) return 'full'
    // SQLite's code when it can't extend shared memory.
    if (code === 'SQLITE_IOERR_SHMSIZE') return 'full'
    if (code.startsWith('SQLITE_IOERR') || code === 'EIO') return 'failing'
  }
  return null
}
