import { safeNext } from '#contract/people/safe-next.ts'
import { jsonStorage } from './store.ts'

const storage = jsonStorage('reelstake.return-path')
/** A mailed link works as long. */
const forgottenAfterMs = 3_600_000

/**
 * Stores a path until a mailed link confirms a new account or changes its password, which happens in another tab.
 * Not in the mail: the path of a link may hold a secret.
 */
export const storeReturnPath = (path: string): void => storage.write([Date.now(), path])

/** Forgets it. @returns `/` when there is none */
export function takeReturnPath(): string {
  const value = storage.read()
  storage.remove()
  if (!Array.isArray(value)) return '/'
  const [since, path] = value
  return Date.now() - Number(since) < forgottenAfterMs ? safeNext(String(path)) : '/'
}
