/** Whether a recording runs: nothing may interrupt it, neither an update nor a session that has ended. */

let busy = false
let waiting: (() => void)[] = []
const listeners = new Set<() => void>()

export const isBusy = () => busy

export function setBusy(now: boolean): void {
  if (busy === now) return
  busy = now
  for (const listener of listeners) listener()
  if (busy) return
  const due = waiting
  waiting = []
  for (const callback of due) callback()
}

/** At once, or as soon as the recording is over. */
export function whenIdle(callback: () => void): void {
  if (busy) waiting.push(callback)
  else callback()
}

export function onBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
