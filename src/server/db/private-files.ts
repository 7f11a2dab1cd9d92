import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#server/error-code.ts'

/** Names of data in `db/`, which by default also holds project sources. */
const dataNames =
  /^(reelstake\.sqlite|server\.lock|backup\.lock|backups\.json|storage\.|site-password|demo-password|\.healthz)/
const dataDirectories = ['keys', 'outbox', 'exports']

const privateFile = 0o600
const privateDirectory = 0o700

function setMode(path: string, mode: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (stats.mode & 0o777) === mode) return false
  chmodSync(path, mode)
  return true
}

/**
 * Mode 0600. Never opens an existing file: closing it drops this process's SQLite locks
 * (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function createPrivately(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', privateFile))
}

/**
 * Creates or restricts `DATA_DIR/db` (0700, files 0600). @returns false when another user owns the files @throws the
 * system's error when it can't create the directory
 */
export function makePrivate(directory: string): boolean {
  mkdirSync(directory, { recursive: true, mode: privateDirectory })
  try {
    const wasOpen = setMode(directory, privateDirectory)
    for (const name of readdirSync(directory))
      if (dataNames.test(name)) setMode(join(directory, name), privateFile)
    for (const name of dataDirectories) {
      const path = join(directory, name)
      // Skips large outboxes that were never accessible.
      if (!setMode(path, privateDirectory) && !wasOpen) continue
      for (const entry of listOf(path)) setMode(join(path, entry), privateFile)
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EPERM') return false
    throw error
  }
}

function listOf(directory: string): string[] {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(directory) : []
}
