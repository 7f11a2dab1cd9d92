/** As many as a browser keeps open to one host (HTTP/1.1). */
const pooled = 6
const answersWithinMs = 4000

/**
 * Rids the browser of connections that died in silence. It keeps them to use again, and after a phone was out of range
 * each of them would swallow the next request. Asked at once for something small, all of them are in use; those that
 * do not answer are given up, and with it closed.
 */
export async function shedDeadConnections(): Promise<void> {
  const ask = () =>
    fetch('/robots.txt', { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) }).then(response =>
      response.text(),
    )
  await Promise.allSettled(Array.from({ length: pooled }, ask))
}
