import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * Bun sends `Content-Length: 0` for a HEAD, unless the answer is declared as chunked. RFC 9110, 8.6: it must be the
 * length that a GET sends, or absent.
 */
export const headLength: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { headers } = c.res
  if (c.req.method === 'HEAD' && headers.has('Content-Type') && !headers.has('Content-Length'))
    headers.set('Transfer-Encoding', 'chunked')
}
