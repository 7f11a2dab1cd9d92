/**
 * Milliseconds that the server's clock is ahead of the device's, or null if unknown. The device's clock may be wrong,
 * but goes on while the device sleeps, unlike `performance.now()` of most browsers.
 */
let ahead: number | null = null

/** Takes what the server's clock says at this moment. @param time milliseconds since 1970 */
export function hearServerTime(time: number): void {
  ahead = time - Date.now()
}

/** Takes an estimate from the age of the page, unless the server has said its time. @param time milliseconds since 1970 */
export function estimateServerTime(time: number): void {
  if (ahead === null) hearServerTime(time)
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export const serverNow = (): number => Math.round(Date.now() + (ahead ?? 0))
