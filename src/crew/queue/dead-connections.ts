/** Connections per host in browsers (HTTP/1.1). */
const pooled = 6
const answersWithinMs = 4000

/**
 * Closes connections that died silently, which the browser would reuse: requests on all of them at once, and aborts.
 */
export async function shedDeadConnections(): Promise<void> {
  const ask = () =>
    fetch('/robots.txt', { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) }).then(response =>
      response.text(),
    )
  await Promise.allSettled(Array.from({ length: pooled }, ask))
}
