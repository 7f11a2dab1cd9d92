import { codeOf } from '#server/error-code.ts'

/** Five letters or digits: SQLSTATE. Source: PostgreSQL 14, appendix A. */
export const isDatabaseError = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code)

/**
 * The lock isn't available, another program's locks cross ours, a statement takes too long, memory or connections are
 * short, and `refuse_dead`: another process serves.
 */
const busyState = /^(?:55P03|40P01|57014|53[23]00|RSDED)$/

/** PostgreSQL ends the connection, it fails, or leads to a standby, which takes no writes. */
const lostState = /^(?:57P0[1-3]|08...|25P03|25006)$/

/** The driver's own, which have no code. */
const ofDriver =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** PostgreSQL refuses the connection, or ends it. */
const isFatal = (error: Error): boolean => 'severity' in error && error.severity === 'FATAL'

/** The connection can't be used again. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (ofDriver.test(error.message) || 'syscall' in error || isFatal(error) || lostState.test(codeOf(error)))

/** The connection ended at once, as idle ones do that a network or a restart cuts. Not after a timeout. */
export const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:Connection terminated(?: unexpectedly)?|Client has encountered a connection error.*)$/.test(
    error.message,
  ) ||
    /^(?:57P01|ECONNRESET|EPIPE)$/.test(codeOf(error)))

/** Returns whether another process holds the lock of writers, or PostgreSQL doesn't answer. */
export const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error && (isLost(error) || busyState.test(codeOf(error)))

/** Returns the disk's fault that an error's code names, or null. */
export function databaseFaultOf(code: string): 'full' | 'failing' | null {
  if (code === '53100') return 'full'
  return code === '58030' ? 'failing' : null
}

const reachAdvice = 'Start PostgreSQL, or correct host and port in DATABASE_URL.'
const passwordAdvice = 'Correct user and password in DATABASE_URL.'
const certificateAdvice =
  'Name its authority with sslrootcert=FILE in DATABASE_URL, or write sslmode=no-verify.'

/** Advice by SQLSTATE, and by the codes of the system and of TLS while it connects. */
const advice: Record<string, string> = {
  '28P01': passwordAdvice,
  '28000': 'Correct the user in DATABASE_URL, or let pg_hba.conf admit it.',
  '3D000':
    'Correct its name in DATABASE_URL, or make it: docs/self-hosting/postgresql.md#to-postgresql says how.',
  '42P07':
    'Tables of another program are there. Make a database for Reelstake alone: docs/self-hosting/postgresql.md#to-postgresql says how.',
  '42501':
    'The role of DATABASE_URL must own the database and its tables: alter database … owner to …, reassign owned by … to …',
  '53100': 'Free some space on the disk of PostgreSQL, and try again.',
  '53300': 'Stop other programs that use it, or raise its max_connections.',
  '58030': 'Check the disk of PostgreSQL.',
  '57P03': 'Try again when it has started.',
  '25006': 'Name the primary server in DATABASE_URL.',
  ECONNREFUSED: reachAdvice,
  ECONNRESET: reachAdvice,
  ENOENT: reachAdvice,
  ETIMEDOUT: reachAdvice,
  EHOSTUNREACH: reachAdvice,
  ENETUNREACH: reachAdvice,
  ENOTFOUND: 'Correct the host in DATABASE_URL.',
  EAI_AGAIN: 'Correct the host in DATABASE_URL, or check the network.',
  DEPTH_ZERO_SELF_SIGNED_CERT: certificateAdvice,
  SELF_SIGNED_CERT_IN_CHAIN: certificateAdvice,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateAdvice,
  ERR_TLS_CERT_ALTNAME_INVALID: certificateAdvice,
}

/** The driver's own errors have no code. */
const driverAdvice: [RegExp, string][] = [
  [/^SASL: .*password/, passwordAdvice],
  [/^timeout exceeded when trying to connect|^Connection terminated/, reachAdvice],
  [/^There was an error establishing an SSL connection/, reachAdvice],
  [/^Query read timeout/, 'Check the load of PostgreSQL, and the network to it.'],
  [/does not support SSL/, 'Let it use TLS, or remove sslmode from DATABASE_URL.'],
]

/**
 * Returns the next step after an error of PostgreSQL or of the connection to it,
 * or null for other errors and without advice.
 */
export function adviceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('syscall' in error && error.syscall !== 'connect' && error.syscall !== 'getaddrinfo') return null
  return advice[codeOf(error)] ?? driverAdvice.find(([message]) => message.test(error.message))?.[1] ?? null
}

/** The text of PostgreSQL's error, and the next step where one is known. */
export function withAdvice(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const step = adviceFor(error) ?? (isLost(error) ? reachAdvice : null)
  return step === null ? error.message : `${error.message}. ${step}`
}
