import { codeOf } from '#server/error-code.ts'
import { databaseFaultOf, isDatabaseError } from './dialect.ts'

export type DiskFault = 'full' | 'failing'

const fullCodes = ['ENOSPC', 'EDQUOT']

export function isSystemError(error: unknown): error is Error & { code: string } {
  const code = codeOf(error)
  return error instanceof Error && code !== '' && ('syscall' in error || isDatabaseError(code))
}

/** Returns the result of work on a file, or `otherwise` if the file is missing. @throws every other error */
export async function unlessMissing<T, Otherwise>(
  work: Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise
    throw error
  }
}

/** Checks the error and its causes. */
export function diskFaultOf(error: unknown): DiskFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    const code = codeOf(cause)
    if (fullCodes.includes(code)) return 'full'
    if (code === 'EIO') return 'failing'
    const fault = databaseFaultOf(code)
    if (fault !== null) return fault
  }
  return null
}
