import { storedJson } from '#client/lib/stored-json.ts'

/** A visitor who presses "Follow" signs in first, and follows when they are back. */

const stored = storedJson('reelstake.follow', () => sessionStorage)
/** Milliseconds. */
const validFor = 1_800_000

export const rememberFollow = (subject: string): void => stored.write({ subject, at: Date.now() })

/** @returns whether they pressed it for this subject, once */
export function takeFollow(subject: string): boolean {
  const intent = stored.read()
  if (typeof intent !== 'object' || intent === null || !('subject' in intent && 'at' in intent)) return false
  if (intent.subject !== subject) return false
  stored.remove()
  return typeof intent.at === 'number' && Math.abs(Date.now() - intent.at) < validFor
}
