import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a server keeps in `DATA_DIR/db`, which by default holds the project's own sources too. */
const dataNames = /^(reelstake\.sqlite|server\.lock|site-password|demo-password|\.healthz)/
const dataDirectories = ['keys', 'outbox']

const privateFile = 0o600
const privateDirectory = 0o700

function setMode(path: string, mode: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (stats.mode & 0o777) === mode) return false
  chmodSync(path, mode)
  return true
}

/**
 * Creates a file that only its owner may read, whatever the umask. Never opens one that exists: closing it would drop
 * SQLite's locks of this process on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function createPrivately(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', privateFile))
}

/**
 * Creates `DATA_DIR/db`, or takes everyone else's access to it and its files away (modes 0700 and 0600).
 * @returns false where the files belong to another user, who alone may do that
 * @throws the system's error where the directory can't be created
 */
export function makePrivate(directory: string): boolean {
  mkdirSync(directory, { recursive: true, mode: privateDirectory })
  try {
    const wasOpen = setMode(directory, privateDirectory)
    for (const name of readdirSync(directory))
      if (dataNames.test(name)) setMode(join(directory, name), privateFile)
    for (const name of dataDirectories) {
      const path = join(directory, name)
      // An outbox may hold many mails: they are looked at only where someone could have reached them.
      if (!setMode(path, privateDirectory) && !wasOpen) continue
      for (const entry of listOf(path)) setMode(join(path, entry), privateFile)
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return false
    throw error
  }
}

function listOf(directory: string): string[] {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(directory) : []
}
