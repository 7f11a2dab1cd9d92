import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { databaseName, movedName } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'
import { secretFiles } from '#server/secret-store.ts'
import { lockTimeoutMs } from '../locks.ts'
import type { OpenSite } from '../open-site.ts'
import { type DbOptions, PostgresDb } from './connection.ts'
import { withAdvice } from './errors.ts'
import { startLock } from './lock-keys.ts'
import { emptyText, hasTable, isCurrent, isEmpty, migrate } from './migrate.ts'
import { refuseMoved } from './moved-site.ts'
import { connectionOf } from './pool.ts'
import { countLive, processTimes, refuseOthers } from './process-rows.ts'
import { register } from './registry.ts'
import { secretRows } from './secret-rows.ts'

type Place = Pick<Env, 'dataDir' | 'databaseUrl'>

/** @throws OperatorError when PostgreSQL can't be reached, or stores less than Unicode */
export async function connect(
  { databaseUrl }: Pick<Place, 'databaseUrl'>,
  options: DbOptions = {},
): Promise<PostgresDb> {
  if (databaseUrl === null) throw new OperatorError('DATABASE_URL is missing.')
  const db = new PostgresDb(databaseUrl, options)
  try {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8')
      throw new Error(
        `its database has the encoding ${encoding}. Make another one, in UTF8: docs/self-hosting/postgresql.md#to-postgresql says how.`,
      )
    return db
  } catch (cause) {
    await db.destroy()
    throw new OperatorError(`DATABASE_URL names a PostgreSQL that can't be used: ${withAdvice(cause)}`, {
      cause,
    })
  }
}

/** Processes start one after the other. @returns lets the next one start */
async function waitForStart({ url }: PostgresDb): Promise<() => Promise<void>> {
  // However long the others take.
  const patience = { lock_timeout: 0, statement_timeout: 0, idle_session_timeout: 0 }
  const client = new Client(connectionOf(url, patience))
  client.on('error', () => {})
  await client.connect()
  await client.query(`select pg_advisory_lock(${startLock})`)
  return () => client.end()
}

/** Starts wait until it's released. @returns releases it @throws OperatorError when a process serves the site or starts */
export async function refuseLiveProcesses(db: PostgresDb): Promise<() => void> {
  const client = await db.small.connect()
  // A connection that is closed gives its lock back.
  const release = () => client.release(true)
  try {
    const { rows } = await client.query<{ taken: number }>(
      `select pg_try_advisory_lock(${startLock}) as taken`,
    )
    if (!rows[0]?.taken)
      throw new OperatorError('A process of the site of DATABASE_URL starts, or another command holds it.')
    const live = (await hasTable(db, 'processes')) ? await countLive(db) : 0
    if (live > 0)
      throw new OperatorError(
        `${live === 1 ? '1 process serves' : `${live} processes serve`} the site of DATABASE_URL. Stop all of them first; a killed one counts for ${processTimes.dead / 1000} seconds.`,
      )
    return release
  } catch (error) {
    release()
    throw error
  }
}

/**
 * @throws OperatorError when the database is empty, but `DATA_DIR` holds a site, or held the one of another database: people
 * would find none of their money
 */
async function refuseForgottenSite({ dataDir }: Place, db: PostgresDb): Promise<void> {
  if (await hasTable(db, 'users')) return
  const has = (name: string) => existsSync(join(dataDir, name))
  const step = 'To begin with an empty site, use another DATA_DIR.'
  if (has(databaseName))
    throw new OperatorError(
      `The database of DATABASE_URL is empty, but ${dataDir} holds a site. Move it: bun run admin move-to-postgres. ${step}`,
    )
  if (has(movedName))
    throw new OperatorError(
      `The database of DATABASE_URL is empty, but the site of ${dataDir} was moved to PostgreSQL. Correct the name in DATABASE_URL, or restore a backup. ${step}`,
    )
}

/** @throws OperatorError beside live processes */
async function migrateAlone(db: PostgresDb): Promise<void> {
  if (await isCurrent(db)) return
  if ((await hasTable(db, 'processes')) && (await countLive(db)) > 0)
    throw new OperatorError(
      'The database has to be migrated for this version. Stop all processes first; one that was killed counts for 15 seconds.',
    )
  await using patient = new PostgresDb(db.url, { max: 2, queryMs: 0, lockMs: lockTimeoutMs })
  await migrate(patient)
}

/**
 * Opens the site for a process that serves. Creates or migrates the schema.
 * @throws OperatorError
 */
export async function openToServe(place: Place): Promise<OpenSite> {
  const db = await connect(place)
  const letNextStart = await waitForStart(db)
  try {
    await refuseMoved(db)
    await refuseForgottenSite(place, db)
    await migrateAlone(db)
  } catch (error) {
    await Promise.all([db.destroy(), letNextStart()])
    throw error
  }
  return {
    db,
    secrets: secretRows(db, secretFiles(join(place.dataDir, 'db'))),
    async join(settings, onDead) {
      await refuseOthers(db, settings)
      return register(db, settings, onDead)
    },
    letNextStart,
  }
}

/**
 * Opens the site for a command, which may run beside the server.
 * @throws OperatorError also for another schema
 */
export async function openBesideServer(
  place: Pick<Place, 'databaseUrl'>,
  options: DbOptions = {},
): Promise<PostgresDb> {
  const db = await connect(place, options)
  try {
    await refuseMoved(db)
    db.writeBeside()
    if (await isCurrent(db)) return db
    throw new OperatorError(
      (await isEmpty(db))
        ? emptyText
        : 'The database has the schema of another version. Start the server with this version first.',
    )
  } catch (error) {
    await db.destroy()
    throw error
  }
}
