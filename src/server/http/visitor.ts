import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '#server/deps.ts'
import { canonicalAddress } from '#server/ip-network.ts'
import { clientAddress, forwardedScheme, throttledNetwork } from './client-address.ts'
import type { AppContext, AppEnv } from './context.ts'

/** docs/monitoring/fail2ban reads these lines. */
const refusedTexts = { 'sign-in': 'sign-in refused', site: 'site password refused' } as const

/** Peer of direct `app.request` calls. */
const thisProcess = '127.0.0.1'

/** The pattern of the route that answered: paths are unbounded, and some hold a token. */
// `c.var` copies all variables.
const routeOf = (c: AppContext) => c.get('page') ?? (routePath(c) || 'none')

function requestedOrigin(url: string, scheme: string | null): string {
  const { protocol, host } = new URL(url)
  return `${scheme ?? protocol.slice(0, -1)}://${host}`
}

/** RFC 6797. 30 days, this host alone: decision 0129. */
const strictTransport = 'max-age=2592000'

export function visitor({
  env,
  log,
  metrics,
}: Pick<Deps, 'env' | 'log' | 'metrics'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = Bun.randomUUIDv7()
    const requestLog = log.with({ requestId })
    c.set('requestId', requestId)
    c.set('log', requestLog)
    const server = c.env?.server
    const socketAddress = server ? (server.requestIP(c.req.raw)?.address ?? 'unknown') : thisProcess
    const peer = canonicalAddress(socketAddress) ?? socketAddress
    const { headers } = c.req.raw
    c.set('peer', peer)
    c.set('address', clientAddress(peer, headers, env.trustProxy))
    c.set('network', throttledNetwork(peer, headers, env.trustProxy))
    const scheme = forwardedScheme(peer, headers, env.trustProxy)
    c.set('origin', env.publicUrl ?? requestedOrigin(c.req.url, scheme))
    c.set('person', null)
    c.set('via', null)
    c.set('sessionEndsAt', null)
    const start = performance.now()
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    if (isSecure(c.get('origin'))) c.res.headers.set('Strict-Transport-Security', strictTransport)
    const { method, path } = c.req
    const { status } = c.res
    const milliseconds = performance.now() - start
    metrics.countRequest({ method, route: routeOf(c), status, milliseconds })
    const refusedPassword = c.get('refusedPassword')
    const line = { address: c.get('address'), method, path, status, ms: Math.round(milliseconds) }
    if (refusedPassword) {
      metrics.refusedPassword(refusedPassword)
      requestLog.warn(refusedTexts[refusedPassword], line)
    } else if (status === 429) requestLog.warn('too many requests', line)
    else if (status >= 500 && !c.get('isFailureLogged')) requestLog.warn('request failed', line)
    else requestLog.debug('request', line)
  }
}

export const isSecure = (origin: string) => origin.startsWith('https:')

/** Options of every cookie that this server sets. */
export const cookieOptions = (origin: string) =>
  ({ httpOnly: true, secure: isSecure(origin), sameSite: 'Lax', path: '/' }) as const
