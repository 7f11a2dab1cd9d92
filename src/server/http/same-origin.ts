import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv, Visitor } from './context.ts'
import { ApiError } from './errors.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether Sec-Fetch-Site or an exact Origin proves the same origin; false without both. */
export function isSameOrigin(c: AppContext, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  return origin !== undefined && (origin === c.var.origin || origin === publicUrl)
}

export const crossOrigin = () =>
  new ApiError('cross_origin', 'This request must come from a page of this site.')

const sameOrigin =
  (isProtected: (via: Visitor['via']) => boolean) =>
  (publicUrl: string | null): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (isProtected(c.get('via')) && !reads.has(c.req.method) && !isSameOrigin(c, publicUrl))
      throw crossOrigin()
    await next()
  }

/** Protects writes with a cookie against CSRF. */
export const sameOriginForCookies = sameOrigin(via => via === 'cookie')

/** Protects calls that set cookies against login CSRF, where other sites' pages can send no bearer token. */
export const sameOriginAlways = sameOrigin(via => via !== 'bearer')
