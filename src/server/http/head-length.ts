import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * Bun says `Content-Length: 0` to a HEAD, whose answer has no body, unless it is said to be chunked. RFC 9110, 8.6: it
 * must be the length that a GET sends, or absent.
 */
export const headLength: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { headers } = c.res
  if (c.req.method === 'HEAD' && headers.has('Content-Type') && !headers.has('Content-Length'))
    headers.set('Transfer-Encoding', 'chunked')
}
