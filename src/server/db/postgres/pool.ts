import { Pool, types } from 'pg'
import { isCut } from './errors.ts'

const { builtins } = types

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the numbers that can be counted`)
  return number
}

/** Parsers that return what SQLite returns. Sums of whole numbers are numeric. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, text => (text.includes('.') ? Number(text) : wholeNumber(text))],
  [builtins.BOOL, text => (text === 't' ? 1 : 0)],
])

/** Milliseconds. */
const times = {
  /** Wait for a new or a free connection. */
  connecting: 5000,
  /** Wait for an answer; a late one is given up. */
  query: 15_000,
  /** Idle time after which a hanging writer loses its connection, before waiting writers give up. */
  idle: 8000,
}

interface PoolOptions {
  /** Connections at once. */
  max: number
  /** Milliseconds; 0: however long it takes. */
  queryMs?: number | undefined
  /** Milliseconds that a statement waits for a lock. */
  lockMs: number
}

/** The driver takes them for `verify-full`, and warns at each start that a later version won't. */
const verifying = ['prefer', 'require', 'verify-ca']

/** Names that mode, so that a later version of the driver can't check less. */
function verifyFully({ searchParams }: URL): void {
  if (searchParams.get('uselibpqcompat') === 'true') return
  if (verifying.includes(searchParams.get('sslmode') ?? '')) searchParams.set('sslmode', 'verify-full')
}

/**
 * Returns the driver's options. These settings come last, so that they win over those of the URL.
 * @param url `postgres://…` @param settings of the session
 */
export function connectionOf(url: string, settings: Record<string, number>) {
  const connectionUrl = new URL(url)
  verifyFully(connectionUrl)
  const options = connectionUrl.searchParams.get('options')
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  if (options === null) return { connectionString: connectionUrl.href, options: own.join(' ') }
  connectionUrl.searchParams.delete('options')
  return { connectionString: connectionUrl.href, options: [options, ...own].join(' ') }
}

/** @param url `postgres://…` */
export function makePool(url: string, { max, queryMs = times.query, lockMs }: PoolOptions): Pool {
  const settings = {
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: times.idle,
    tcp_user_timeout: times.idle,
    statement_timeout: queryMs,
    // Compiling a statement of a page takes longer than running it: 0.8 of 0.9 s for an account's open tournaments.
    jit: 0,
  }
  const pool = new Pool({
    ...connectionOf(url, settings),
    max,
    connectionTimeoutMillis: times.connecting,
    query_timeout: queryMs,
    keepAlive: true,
    types: { getTypeParser: (oid: number) => parsers.get(oid) ?? types.getTypeParser(oid) },
  })
  // A cut connection would end the process without a listener. The next query reports it.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/**
 * Repeats work that may run twice while its connection turns out to be cut. All idle ones may have been, which is
 * noticed only when they are used.
 */
export async function again<T>({ options }: Pool, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!isCut(error) || tries === options.max) throw error
    }
}
