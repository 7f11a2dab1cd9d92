import { makeStore } from '#client/lib/store.ts'

/** Updates and sign-outs wait for a recording's end. */
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
