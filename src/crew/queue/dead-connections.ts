/** Connections per host in browsers (HTTP/1.1). */
const pooled = 6
const answersWithinMs = 4000

/**
 * Closes connections that died silently, as after a phone was out of range: the browser would reuse each for the next
 * request. Requesting on all of them at once and aborting those that don't answer closes them.
 */
export async function shedDeadConnections(): Promise<void> {
  const ask = () =>
    fetch('/robots.txt', { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) }).then(response =>
      response.text(),
    )
  await Promise.allSettled(Array.from({ length: pooled }, ask))
}
