import type { QueueItem } from './item.ts'
import { wantsPost } from './machine.ts'

export type Job =
  | { kind: 'post'; item: QueueItem }
  | { kind: 'upload'; item: QueueItem }
  /** Milliseconds since 1970, or null to wait for a change. */
  | { kind: 'wait'; until: number | null }

const longestDelayMs = 60_000

/** Milliseconds: doubles up to a minute, minus up to half. @param random 0 to 1 */
export function backoff(failedAttempts: number, random: number): number {
  const whole = Math.min(longestDelayMs, 1000 * 2 ** Math.min(failedAttempts, 6))
  return Math.round(whole * (1 - random / 2))
}

const byAge = (a: QueueItem, b: QueueItem) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

/** Milliseconds. */
export const longestPauseMs = 600_000

/** A longer pause has ended: the device's clock was set back. */
const dueAt = ({ notBefore, heldUntil }: QueueItem, now: number) =>
  Math.max(0, ...[notBefore, heldUntil].filter(time => time <= now + longestPauseMs))

const triesAgain = ({ status, failure }: QueueItem) => status === 'FAILED' && failure === 'trouble'

export function nextJob(items: readonly QueueItem[], now: number): Job {
  const posts = items.filter(wantsPost).sort(byAge)
  const waiting = items.filter(item => item.status === 'WAITING').sort(byAge)
  const retries = items.filter(triesAgain).sort(byAge)
  const isDue = (item: QueueItem) => dueAt(item, now) <= now
  const post = posts.find(isDue)
  if (post) return { kind: 'post', item: post }
  const upload = [...waiting, ...retries].find(isDue)
  if (upload) return { kind: 'upload', item: upload }
  const times = [...posts, ...waiting, ...retries].map(item => dueAt(item, now))
  return { kind: 'wait', until: times.length === 0 ? null : Math.min(...times) }
}
