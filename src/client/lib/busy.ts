import { makeStore } from '#client/lib/store.ts'

/** Work of the crew app that a reload would lose: a recording, or a file that is not stored yet. */
type Work = 'recording' | 'file'

export const recordingStore = makeStore(false)
const works = new Set<Work>()
let callbacks: (() => void)[] = []

export function setBusy(work: Work, now: boolean): void {
  if (now) works.add(work)
  else works.delete(work)
  recordingStore.set(works.has('recording'))
  if (works.size > 0) return
  const due = callbacks
  callbacks = []
  for (const callback of due) callback()
}

/** Calls back now, or after the work: reloads, updates and sign-outs wait for it. */
export function whenIdle(callback: () => void): void {
  if (works.size > 0) callbacks.push(callback)
  else callback()
}
