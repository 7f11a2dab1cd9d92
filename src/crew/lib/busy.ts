import { makeStore } from '#client/lib/store.ts'

/** Whether a recording runs: neither an update nor an ended session may interrupt it. */
export const recordingStore = makeStore(false)
let waiting: (() => void)[] = []

export function setBusy(now: boolean): void {
  recordingStore.set(now)
  if (now) return
  const due = waiting
  waiting = []
  for (const callback of due) callback()
}

/** At once, or as soon as the recording is over. */
export function whenIdle(callback: () => void): void {
  if (recordingStore.get()) waiting.push(callback)
  else callback()
}
