import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPrivately } from '../private-files.ts'
import { isBusy, isDamage } from './errors.ts'

interface HoldOptions {
  /** Name of the lock's file. */
  name?: string
  /** Milliseconds. The default is for a process that is ending. */
  waitMs?: number
}

/**
 * Locks a data directory for one process, whose memory holds caches and rate limits. SQLite's lock ends with the
 * process and works across containers. @returns releases it @throws the refusal, or SQLite's error
 */
export function holdDirectory(
  directory: string,
  refusal: (cause: unknown) => Error,
  { name = 'server.lock', waitMs = 1000 }: HoldOptions = {},
): () => void {
  const path = join(directory, name)
  createPrivately(path)
  const lock = new Database(path, { create: true, readwrite: true, strict: true })
  try {
    lock.run(`PRAGMA busy_timeout = ${waitMs}`)
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? refusal(error) : error
  }
  return () => lock.close()
}

/**
 * Opens and locks a database that exists, also across containers that share the volume. @throws the refusal when it is
 * open elsewhere, or SQLite's error
 */
export function openExclusively(path: string, refusal: (cause: unknown) => Error): Database {
  const database = new Database(path, { readwrite: true, create: false, strict: true })
  try {
    database.run('pragma busy_timeout = 500')
    database.run('pragma locking_mode = exclusive')
    database.run('begin exclusive')
    database.run('rollback')
    return database
  } catch (error) {
    database.close()
    throw isBusy(error) ? refusal(error) : error
  }
}

/** @returns releases it, again without effect; null without a readable database @throws as {@link openExclusively} */
export function holdDatabase(path: string, refusal: (cause: unknown) => Error): (() => void) | null {
  if (!existsSync(path)) return null
  try {
    const database = openExclusively(path, refusal)
    return () => database.close()
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}
