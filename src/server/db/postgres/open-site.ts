import { Client, type Pool } from 'pg'
import type { Env } from '#server/env.ts'
import { EnvError } from '#server/env-values.ts'
import type { RootDb } from '../connection.ts'
import { MigrationError } from '../migration-error.ts'
import { makeDb } from './connection.ts'
import { serversLock } from './locks.ts'
import { isCurrent, migrate } from './migrate.ts'
import { refuseMoved } from './moved.ts'
import { makePool } from './pool.ts'

const otherServer = 'Another process serves the site of DATABASE_URL. Stop it first.'

/** Milliseconds. */
const retryMs = 100

/** Garbage collection would close it, and give the lock back. */
const holders: Client[] = []

interface Attempt {
  /** Of this connection, or of the one that holds the lock. */
  backend: number
  isTaken: boolean
}

/** Holds the lock until the connection ends. A connection that is cut gives it back: it is taken again. */
async function takeServersLock(url: string): Promise<Attempt> {
  const client = new Client({ connectionString: url })
  let own: number | undefined
  // It may report several errors.
  client.on('error', () => {
    const lost = own
    own = undefined
    if (lost !== undefined) void retake(url, lost)
  })
  // Its connection ends unless it holds the lock.
  await using ending = new AsyncDisposableStack()
  ending.defer(() => client.end())
  await client.connect()
  const { rows } = await client.query<{ own: number; taken: boolean; holder: number | null }>(`
    select pg_backend_pid() as own, pg_try_advisory_lock(${serversLock}) as taken, (
      select pid from pg_locks where locktype = 'advisory' and objid = ${serversLock} and granted
        and database = (select oid from pg_database where datname = current_database())) as holder`)
  const [row] = rows
  if (row?.taken) {
    own = row.own
    holders.splice(0, 1, client)
    ending.move()
    return { backend: row.own, isTaken: true }
  }
  return { backend: row?.holder ?? 0, isTaken: false }
}

/** @param lost the backend whose connection was cut; it may hold the lock for a moment @throws Error: another has it */
async function retake(url: string, lost: number): Promise<void> {
  for (;;) {
    const attempt = await takeServersLock(url).catch(() => null)
    if (attempt?.isTaken) return
    if (attempt && attempt.backend !== lost && attempt.backend !== 0) throw new Error(otherServer)
    await Bun.sleep(retryMs)
  }
}

type Place = Pick<Env, 'databaseUrl'>

/** @throws EnvError when PostgreSQL can't be reached */
export async function connect({ databaseUrl }: Place): Promise<[url: string, pool: Pool]> {
  if (databaseUrl === null) throw new EnvError('DATABASE_URL is missing.')
  const pool = makePool(databaseUrl)
  try {
    await pool.query('select 1')
    return [databaseUrl, pool]
  } catch (cause) {
    await pool.end()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EnvError(`DATABASE_URL names a PostgreSQL that can't be used: ${reason}`, { cause })
  }
}

/**
 * For the server, the only one until several are allowed. Creates or migrates the schema. @throws EnvError,
 * MigrationError
 */
export async function openToServe(place: Place): Promise<RootDb> {
  const [url, pool] = await connect(place)
  if (!(await takeServersLock(url)).isTaken) {
    await pool.end()
    throw new EnvError(otherServer)
  }
  await refuseMoved(pool)
  const db = makeDb(pool)
  await migrate(pool, db)
  return db
}

/** For a command, which may run beside the server. @throws EnvError; MigrationError when the schema is another one */
export async function openBesideServer(place: Place): Promise<RootDb> {
  const [, pool] = await connect(place)
  await refuseMoved(pool)
  if (await isCurrent(pool)) return makeDb(pool)
  await pool.end()
  throw new MigrationError(
    'The database has the schema of another version. Start the server with this version first.',
  )
}
