/** A visitor who presses "Follow" signs in first, and follows when they are back. */

const key = 'reelstake.follow'
/** Milliseconds. */
const validFor = 1_800_000

export function rememberFollow(subject: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ subject, at: Date.now() }))
  } catch {
    // Storage is blocked: they press it again.
  }
}

/** @returns whether they pressed it for this subject, once */
export function takeFollow(subject: string): boolean {
  try {
    const intent: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof intent !== 'object' || intent === null || !('subject' in intent && 'at' in intent))
      return false
    if (intent.subject !== subject) return false
    sessionStorage.removeItem(key)
    return typeof intent.at === 'number' && Math.abs(Date.now() - intent.at) < validFor
  } catch {
    return false
  }
}
