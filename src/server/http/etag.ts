/** As much of a context as an answer needs, whatever else its route has added to it. */
interface Answers {
  req: { header(name: string): string | undefined }
}

/**
 * A read as JSON with a strong ETag, or 304 when the client has just that.
 * In one go and synchronously: `hono/etag` hashes with WebCrypto in another thread, and a page that is rendered
 * meanwhile would have to stream what it could have had at once.
 */
export function jsonWithEtag(c: Answers, data: unknown, more?: Record<string, string>): Response {
  return keptWithEtag(c, keepJson(JSON.stringify(data)), more)
}

/** JSON that is answered many times: its bytes and its ETag are made once. */
export interface KeptJson {
  body: Uint8Array<ArrayBuffer>
  etag: string
}

export function keepJson(json: string): KeptJson {
  const body = Buffer.from(json)
  return { body, etag: `"${Bun.hash(body).toString(36)}"` }
}

/** The same as {@link jsonWithEtag}, of what is kept. */
export function keptWithEtag(c: Answers, { body, etag }: KeptJson, more?: Record<string, string>): Response {
  // Private: what one person may see is not for another; asked for anew each time, answered by 304.
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Authorization', ...more }
  if (matches(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

/** RFC 9110, 13.1.2: a list or `*`, compared weakly. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(part => {
    const known = part.trim()
    return known === '*' || known.replace(/^W\//, '') === etag
  })
}
