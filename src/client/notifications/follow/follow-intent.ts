import { jsonStorage } from '#client/lib/store.ts'

/** A visitor who presses "Follow" signs in first, and follows when they are back. */

const storage = jsonStorage('reelstake.follow', () => sessionStorage)
/** Milliseconds. */
const validFor = 1_800_000

export const rememberFollow = (subject: string): void => storage.write({ subject, at: Date.now() })

/** @returns whether they pressed it for this subject, once */
export function takeFollow(subject: string): boolean {
  const intent = storage.read()
  if (typeof intent !== 'object' || intent === null || !('subject' in intent && 'at' in intent)) return false
  if (intent.subject !== subject) return false
  storage.remove()
  return typeof intent.at === 'number' && Math.abs(Date.now() - intent.at) < validFor
}
