/** Connections that browsers open to a host (HTTP/1.1). */
const poolSize = 6
const answersWithinMs = 4000

/** Browsers reuse silently dead connections: sends a request on each of them and aborts it. */
export async function shedDeadConnections(): Promise<void> {
  const ask = () =>
    fetch('/robots.txt', { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) }).then(response =>
      response.text(),
    )
  await Promise.allSettled(Array.from({ length: poolSize }, ask))
}
