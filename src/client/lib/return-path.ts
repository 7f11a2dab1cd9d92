import { safeNext } from '#contract/people/safe-next.ts'

const key = 'reelstake.return-path'
/** A mailed link works as long. */
const forgottenAfterMs = 3_600_000

/**
 * Stores a path until a mailed link confirms a new account or changes its password, which happens in another tab.
 * Not in the mail: the path of a link may hold a secret.
 */
export function storeReturnPath(path: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([Date.now(), path]))
  } catch {
    // Storage is full or blocked.
  }
}

/** Forgets it. @returns `/` when there is none */
export function takeReturnPath(): string {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    localStorage.removeItem(key)
    if (!Array.isArray(value)) return '/'
    const [since, path] = value
    return Date.now() - Number(since) < forgottenAfterMs ? safeNext(String(path)) : '/'
  } catch {
    return '/'
  }
}
