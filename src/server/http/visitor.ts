import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/env.ts'
import { canonicalAddress } from '#server/ip-network.ts'
import type { Log } from '#server/log.ts'
import type { AppEnv } from './context.ts'
import { clientAddress, forwardedScheme, throttledNetwork } from './forwarded.ts'

/** Peer of direct `app.request` calls. */
const thisProcess = '127.0.0.1'

export function visitor(env: Env, log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = Bun.randomUUIDv7()
    const requestLog = log.with({ requestId })
    c.set('requestId', requestId)
    c.set('log', requestLog)
    const server = c.env?.server
    const seen = server ? (server.requestIP(c.req.raw)?.address ?? 'unknown') : thisProcess
    const peer = canonicalAddress(seen) ?? seen
    const { headers } = c.req.raw
    c.set('peer', peer)
    c.set('address', clientAddress(peer, headers, env.trustProxy))
    c.set('network', throttledNetwork(peer, headers, env.trustProxy))
    const { protocol, host } = new URL(c.req.url)
    const scheme = forwardedScheme(peer, headers, env.trustProxy) ?? protocol.slice(0, -1)
    c.set('origin', env.publicUrl ?? `${scheme}://${host}`)
    c.set('person', null)
    c.set('via', null)
    c.set('sessionEndsAt', null)
    const start = performance.now()
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    requestLog.debug('request', {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    })
  }
}

export const isSecure = (origin: string) => origin.startsWith('https:')
