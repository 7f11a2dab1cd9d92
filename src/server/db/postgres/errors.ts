/** Five letters or digits: SQLSTATE. Source: PostgreSQL 14, appendix A. */
export const isDatabaseError = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code)

/** The lock isn't available, the server stops or starts, connections fail, there are too many. */
const busyState = /^(?:55P03|57P0[1-4]|08...|53300|25P03)$/

/** The driver's own, which have no code. */
const lostConnection = /^(?:timeout exceeded when trying to connect|Connection terminated)/

/** Another process holds the lock of writers, or PostgreSQL doesn't answer. */
export function isBusy(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const isUnreachable = 'syscall' in error && error.syscall === 'connect'
  return busyState.test(code) || isUnreachable || lostConnection.test(error.message)
}

/** Of an error's code. */
export function databaseFaultOf(code: string): 'full' | 'failing' | null {
  if (code === '53100') return 'full'
  return code === '58030' ? 'failing' : null
}
