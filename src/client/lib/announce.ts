/** What changed on the page by itself, for whoever cannot see it change. No React here: any module may call it. */

export interface Announcement {
  readonly id: number
  readonly text: string
}

/** What comes together is said together. */
const gatherMs = 400

let current: Announcement | null = null
let waiting: string[] = []
const listeners = new Set<() => void>()

export function announce(text: string): void {
  waiting.push(text)
  if (waiting.length > 1) return
  setTimeout(() => {
    current = { id: (current?.id ?? 0) + 1, text: waiting.join(' ') }
    waiting = []
    for (const listener of listeners) listener()
  }, gatherMs)
}

export const currentAnnouncement = (): Announcement | null => current

export function subscribeAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
