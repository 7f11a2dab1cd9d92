import { databaseFaultOf, isDatabaseError } from './dialect.ts'

export type DiskFault = 'full' | 'failing'

const fullCodes = ['ENOSPC', 'EDQUOT']

export function isSystemError(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    ('syscall' in error || isDatabaseError(error.code))
  )
}

/** Returns the result of work on a file, or `otherwise` if the file is missing. @throws every other error */
export async function unlessMissing<T, Otherwise>(
  work: Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  }
}

/** Checks the error and its causes. */
export function diskFaultOf(error: unknown): DiskFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (fullCodes.includes(code)) return 'full'
    if (code === 'EIO') return 'failing'
    const fault = databaseFaultOf(code)
    if (fault !== null) return fault
  }
  return null
}
