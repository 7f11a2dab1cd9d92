/** Five letters or digits: SQLSTATE. Source: PostgreSQL 14, appendix A. */
export const isDatabaseError = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Another process holds the lock of writers, or PostgreSQL doesn't answer. */
export const isBusy = (error: unknown): error is Error =>
  error instanceof Error &&
  /^(?:55P03|57P0[1-4]|08...|53300|ECONN(?:REFUSED|RESET)|ENOENT)$/.test(codeOf(error))

/** Of an error's code. */
export function databaseFaultOf(code: string): 'full' | 'failing' | null {
  if (code === '53100') return 'full'
  return code === '58030' ? 'failing' : null
}
