import { LockTimeout } from '../locks.ts'

/** Five letters or digits: SQLSTATE. Source: PostgreSQL 14, appendix A. */
export const isDatabaseError = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code)

/**
 * The lock isn't available, a statement takes too long, there are too many connections, and `refuse_dead`: another
 * process serves.
 */
const busyState = /^(?:55P03|57014|53300|RSDED)$/

/** PostgreSQL ends the connection, it fails, or leads to a standby, which takes no writes. */
const lostState = /^(?:57P0[1-3]|08...|25P03|25006)$/

/** The driver's own, which have no code. */
const ofDriver =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** PostgreSQL refuses the connection, or ends it. */
const isFatal = (error: Error): boolean => 'severity' in error && error.severity === 'FATAL'

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** The connection can't be used again. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (ofDriver.test(error.message) || 'syscall' in error || isFatal(error) || lostState.test(codeOf(error)))

/** Another process holds the lock of writers, or PostgreSQL doesn't answer. */
export const isBusy = (error: unknown): error is Error =>
  error instanceof Error && (error instanceof LockTimeout || isLost(error) || busyState.test(codeOf(error)))

/** Of an error's code. */
export function databaseFaultOf(code: string): 'full' | 'failing' | null {
  if (code === '53100') return 'full'
  return code === '58030' ? 'failing' : null
}
