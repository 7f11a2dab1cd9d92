import type { AppContext } from './context.ts'

/**
 * A read as JSON with a strong ETag, or 304 when the client has just that.
 * In one go and synchronously: `hono/etag` hashes with WebCrypto in another thread, and a page that is rendered
 * meanwhile would have to stream what it could have had at once.
 */
export function jsonWithEtag(c: AppContext, data: unknown): Response {
  const body = JSON.stringify(data)
  const etag = `"${Bun.hash(body).toString(36)}"`
  // Private: what one person may see is not for another; asked for anew each time, answered by 304.
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Authorization' }
  if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(body, 200, { ...headers, 'Content-Type': 'application/json' })
}

/** RFC 9110, 13.1.2: a list or `*`, compared weakly. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(part => {
    const known = part.trim()
    return known === '*' || known.replace(/^W\//, '') === etag
  })
}
