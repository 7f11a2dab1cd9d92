import type { Env } from '#server/env.ts'
import type { RootDb } from './connection.ts'
import type { OpenSite } from './open-site.ts'
import { readSize as readPostgresSize } from './postgres/size.ts'
import { readSize as readSqliteSize } from './sqlite/size.ts'
import { usesPostgres } from './which.ts'

/** Opens a site's data and locks its directory, with the engine that holds them. */
export { holdDirectory } from './sqlite/hold.ts'

/** Returns the size of the database; 0 if SQLite has no file yet. */
export const readSize = usesPostgres ? readPostgresSize : readSqliteSize

/** Loads only the engine that is used. */
const openers = () => (usesPostgres ? import('./postgres/open-site.ts') : import('./sqlite/open-site.ts'))

type Place = Pick<Env, 'dataDir' | 'databaseUrl'>

/**
 * Opens the site for a process that serves and holds `DATA_DIR`. Creates or migrates the database.
 * @param onCopy the copy's path, before the migration @throws OperatorError
 */
export const openToServe = async (place: Place, onCopy: (path: string) => void): Promise<OpenSite> =>
  (await openers()).openToServe(place, onCopy)

/**
 * Opens the site for a command, which may run beside the server.
 * @throws OperatorError also for another schema
 */
export const openBesideServer = async (place: Place): Promise<RootDb> =>
  (await openers()).openBesideServer(place)
