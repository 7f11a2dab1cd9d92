import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { isBusy } from './busy.ts'
import { createPrivately } from './private-files.ts'

/** Another process serves this directory. */
export class HeldError extends Error {}

/** How long to wait for one that is just ending. */
const waitMs = 1000

/**
 * Takes a data directory for one process that keeps things in memory: what everybody may see, who uploads what, who has
 * tried how often. A second one would answer with what the first has changed since. The lock is the system's, through
 * SQLite: it ends with its process however that ends, and works across containers that share the volume.
 * @param directory `db/` of the data directory
 * @returns lets go of it
 * @throws HeldError, or SQLite's own error where the directory cannot be written
 */
export function holdDirectory(directory: string): () => void {
  const path = join(directory, 'server.lock')
  createPrivately(path)
  const lock = new Database(path, { create: true, readwrite: true, strict: true })
  try {
    lock.run(`PRAGMA busy_timeout = ${waitMs}`)
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new HeldError(`${directory} is in use.`, { cause: error })
    throw error
  }
  return () => lock.close()
}
