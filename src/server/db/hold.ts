import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { isBusy } from './busy.ts'
import { createPrivately } from './private-files.ts'

export class HeldError extends Error {}

/** Milliseconds, for a process that is ending. */
const usualWait = 1000

/**
 * Locks a data directory for one process, whose memory holds caches and rate limits. SQLite's lock ends with the
 * process and works across containers. @returns releases it @throws HeldError or SQLite's error
 */
export function holdDirectory(directory: string, name = 'server.lock', waitMs = usualWait): () => void {
  const path = join(directory, name)
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
