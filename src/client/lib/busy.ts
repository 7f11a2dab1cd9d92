import { makeStore } from '#client/lib/store.ts'

/** Reloads, updates and sign-outs wait for the end of a recording in the crew app. */
export const recordingStore = makeStore(false)
let callbacks: (() => void)[] = []

export function setBusy(now: boolean): void {
  recordingStore.set(now)
  if (now) return
  const due = callbacks
  callbacks = []
  for (const callback of due) callback()
}

/** Calls back now, or after the recording. */
export function whenIdle(callback: () => void): void {
  if (recordingStore.get()) callbacks.push(callback)
  else callback()
}
