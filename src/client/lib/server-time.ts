import { makeEmitter } from './store.ts'

/**
 * Milliseconds that the server's clock is ahead of the device's, or null if unknown. The device's clock may be wrong,
 * but goes on while the device sleeps, unlike `performance.now()` of most browsers.
 */
let ahead: number | null = null

/** A smaller change shows with the next tick of the page. */
const noticedMs = 30_000

const changes = makeEmitter()

/** Calls the listener when the server's time turns out to be another. @returns unsubscribes */
export const onServerTime = changes.subscribe

/** Sets the time that the server's clock shows now. @param time milliseconds since 1970 */
export function setServerTime(time: number): void {
  const before = ahead ?? 0
  ahead = time - Date.now()
  if (Math.abs(ahead - before) > noticedMs) changes.emit()
}

/** Takes an estimate from the age of the page, unless the server has said its time. @param time milliseconds since 1970 */
export function estimateServerTime(time: number): void {
  if (ahead === null) setServerTime(time)
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. @param time by the device's clock */
export const atServer = (time: number): number => Math.round(time + (ahead ?? 0))

export const serverNow = (): number => atServer(Date.now())
