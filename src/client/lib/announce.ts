import { makeStore, type ReadableStore } from './store.ts'

/** Announces changes to screen readers. No React. */

export interface Announcement {
  readonly id: number
  readonly text: string
}

/** Milliseconds. */
const gatherMs = 400

const current = makeStore<Announcement | null>(null)
let waiting: string[] = []

export function announce(text: string): void {
  waiting.push(text)
  if (waiting.length > 1) return
  setTimeout(() => {
    current.set({ id: (current.get()?.id ?? 0) + 1, text: waiting.join(' ') })
    waiting = []
  }, gatherMs)
}

export const announcements: ReadableStore<Announcement | null> = current
