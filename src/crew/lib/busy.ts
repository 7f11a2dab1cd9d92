import { makeStore } from '#client/lib/store.ts'

/** Updates and sign-outs wait for a recording's end. */
export const recordingStore = makeStore(false)
let waiting: (() => void)[] = []

export function setBusy(now: boolean): void {
  recordingStore.set(now)
  if (now) return
  const due = waiting
  waiting = []
  for (const callback of due) callback()
}

/** Now, or after the recording. */
export function whenIdle(callback: () => void): void {
  if (recordingStore.get()) waiting.push(callback)
  else callback()
}
