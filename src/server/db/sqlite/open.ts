import { Database } from 'bun:sqlite'
import { OperatorError } from '#server/operator-error.ts'
import { createPrivately } from '../private-files.ts'
import { isDamage } from './errors.ts'

// One page needs more than the default of 20.
Database.MAX_QUERY_CACHE_SIZE = 500

/**
 * Sets busy_timeout before journal_mode: concurrent starts would get SQLITE_BUSY. @throws OperatorError when the file is no
 * database
 */
export function openDatabase(path: string): Database {
  try {
    if (path !== ':memory:') createPrivately(path)
    return configure(new Database(path, { create: true, readwrite: true, strict: true }))
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    throw new OperatorError(`${path} is damaged (${cause.message}). Restore a backup with --force.`, {
      cause,
    })
  }
}

export function copyDatabase(bytes: Uint8Array): Database {
  return configure(Database.deserialize(bytes, { strict: true }))
}

function configure(database: Database): Database {
  database.run('PRAGMA busy_timeout = 5000')
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  database.run('PRAGMA foreign_keys = ON')
  return database
}
