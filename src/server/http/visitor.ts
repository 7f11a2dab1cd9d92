import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import type { AppEnv } from './context.ts'

/**
 * Who the request comes from and how it is told apart in the log: request id, address, origin.
 * A proxy's headers are believed only with TRUST_PROXY; the last address it appended is the one it saw itself.
 */
export function visitor(env: Env, log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = Bun.randomUUIDv7()
    c.set('requestId', requestId)
    c.set('log', log.with({ requestId }))
    const forwardedFor = env.trustProxy
      ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
      : undefined
    c.set('address', forwardedFor || c.env?.server?.requestIP(c.req.raw)?.address || 'unknown')
    const url = new URL(c.req.url)
    const forwardedProto = env.trustProxy && c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim()
    const scheme =
      forwardedProto === 'http' || forwardedProto === 'https' ? forwardedProto : url.protocol.slice(0, -1)
    const behindTls =
      env.publicUrl !== null && new URL(env.publicUrl).host === url.host && env.publicUrl.startsWith('https:')
    c.set('origin', `${behindTls ? 'https' : scheme}://${url.host}`)
    c.set('person', null)
    c.set('via', null)
    c.set('sessionEndsAt', null)
    const start = performance.now()
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.var.log.debug('request', {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    })
  }
}

/** Whether the visitor reached us over TLS, as far as can be told. */
export const isSecure = (origin: string) => origin.startsWith('https:')
