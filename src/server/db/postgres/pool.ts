import { Pool, types } from 'pg'

const { builtins } = types

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the numbers that can be counted`)
  return number
}

/** As SQLite gives them. Sums of whole numbers are numeric. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, text => (text.includes('.') ? Number(text) : wholeNumber(text))],
  [builtins.BOOL, text => (text === 't' ? 1 : 0)],
])

/** Milliseconds. */
const patienceMs = 10_000

/** @param url `postgres://…` */
export function makePool(url: string, max = 10): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patienceMs,
    // Waiting writers give up, and one that hangs loses its connection.
    options: `-c lock_timeout=${patienceMs} -c idle_in_transaction_session_timeout=${patienceMs}`,
    types: { getTypeParser: (oid: number) => parsers.get(oid) ?? types.getTypeParser(oid) },
  })
  // Without a listener a connection that is cut would end the process; the next query tells.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
