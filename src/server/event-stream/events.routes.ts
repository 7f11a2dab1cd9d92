import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { ApiError } from '#server/http/errors.ts'
import { networkOf } from '#server/ip-network.ts'

/** Most streams of this process, whose memory they take. A marina may share an address. */
const atOnce = { all: 10_000, address: 1000 }

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // Disables nginx buffering.
  'X-Accel-Buffering': 'no',
}

export function eventRoutes(deps: Deps) {
  const { hub } = deps.events
  const addresses = new Map<string, number>()

  function leave(address: string): void {
    const count = (addresses.get(address) ?? 1) - 1
    if (count > 0) addresses.set(address, count)
    else addresses.delete(address)
  }

  return new EndpointApp().endpoint('GET /api/events', async c => {
    // A HEAD would leak a stream.
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    const address = networkOf(c.var.address)
    const open = addresses.get(address) ?? 0
    if (hub.size >= atOnce.all || (deps.env.rateLimit && open >= atOnce.address))
      throw new ApiError('unavailable', 'Too many pages are open. Please try again in a minute.', {
        headers: { 'Retry-After': '60' },
      })
    addresses.set(address, (addresses.get(address) ?? 0) + 1)
    // Disables Bun's idle timeout.
    c.env?.server?.timeout(c.req.raw, 0)
    return new Response(
      // A reconnecting browser repeats the first URL and adds Last-Event-ID.
      hub.open(
        c.req.header('last-event-id') ?? c.req.valid('query').since ?? null,
        () => leave(address),
        c.var.person?.id ?? null,
      ),
      { headers },
    )
  })
}
