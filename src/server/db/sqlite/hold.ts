import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createPrivately } from '../private-files.ts'
import { isBusy } from './busy.ts'

export class HeldError extends Error {}

/** Milliseconds, for a process that is ending. */
const waitMs = 1000

interface HoldOptions {
  /** Of the lock's file. */
  name?: string
  /** Thrown while another process holds the lock. */
  refusal?: (cause: unknown) => Error
}

/**
 * Locks a data directory for one process, whose memory holds caches and rate limits. SQLite's lock ends with the
 * process and works across containers. @returns releases it @throws HeldError, the refusal, or SQLite's error
 */
export function holdDirectory(
  directory: string,
  {
    name = 'server.lock',
    refusal = cause => new HeldError(`${directory} is in use.`, { cause }),
  }: HoldOptions = {},
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
