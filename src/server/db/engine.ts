import type { Env } from '#server/env.ts'
import type { RootDb } from './connection.ts'
import type { OpenSite } from './open-site.ts'
import { readSize as readPostgresSize } from './postgres/size.ts'
import { readSize as readSqliteSize } from './sqlite/size.ts'
import { usesPostgres } from './which.ts'

/** Where a site's data are opened and its directory is locked, by the engine that holds them. */
export { MigrationError } from './migration-error.ts'
export { HeldError, holdDirectory } from './sqlite/hold.ts'

/** 0: SQLite has no file yet. */
export const readSize = usesPostgres ? readPostgresSize : readSqliteSize

/** Only the engine that is used is loaded. */
const openers = () => (usesPostgres ? import('./postgres/open-site.ts') : import('./sqlite/open-site.ts'))

type Place = Pick<Env, 'dataDir' | 'databaseUrl'>

/**
 * For a process that serves and holds `DATA_DIR`. Creates or migrates the database. @param onCopy the copy's path, before it
 * is migrated @throws EnvError, MigrationError
 */
export const openToServe = async (place: Place, onCopy: (path: string) => void): Promise<OpenSite> =>
  (await openers()).openToServe(place, onCopy)

/** For a command, which may run beside the server. @throws EnvError; MigrationError for another schema */
export const openBesideServer = async (place: Place): Promise<RootDb> =>
  (await openers()).openBesideServer(place)
