import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv } from './context.ts'
import { ApiError } from './errors.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of this very site sent the request. The browser's own word (Sec-Fetch-Site) is enough;
 * an older browser's Origin must be exactly ours. Neither header: it cannot be told, so no.
 */
export function isSameOrigin(c: AppContext, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  return origin !== undefined && (origin === c.var.origin || origin === publicUrl)
}

export const crossOrigin = () =>
  new ApiError('cross_origin', 'This request must come from a page of this site.')

/** A write on the word of a cookie must come from a page of this site; a bearer token cannot be sent by a stranger's page. */
export function sameOriginForCookies(publicUrl: string | null): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.var.via === 'cookie' && !reads.has(c.req.method) && !isSameOrigin(c, publicUrl)) throw crossOrigin()
    await next()
  }
}

/** For the calls that make a cookie: here even a visitor without one must come from a page of this site. */
export function sameOriginAlways(publicUrl: string | null): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!reads.has(c.req.method) && !isSameOrigin(c, publicUrl)) throw crossOrigin()
    await next()
  }
}
