import type { TypedResponse } from 'hono'
import { acceptsGzip, gzipLevel } from './gzip.ts'

export type JsonResponse<Data, Status extends 200 | 201 = 200> = Response &
  TypedResponse<Data, Status, 'json'>

interface Answers {
  req: { header(name: string): string | undefined }
}

/** JSON with a strong ETag, or 304. Synchronous: `hono/etag` hashes asynchronously, which delays server rendering. */
export function jsonWithEtag<Data>(
  c: Answers,
  data: Data,
  more?: Record<string, string>,
): JsonResponse<Data> {
  return cachedWithEtag(c, cacheJson(JSON.stringify(data)), more)
}

/** Caches bytes, gzip and ETag of reused JSON. */
export interface CachedJson {
  body: Uint8Array<ArrayBuffer>
  etag: string
  /** Returns the compressed text, which is computed on first use. */
  gzip(): Uint8Array<ArrayBuffer>
}

/** Bytes; smaller bodies fit a packet. */
const worthGzip = 1024
export function cacheJson(json: string): CachedJson {
  const body = Buffer.from(json)
  let gzipBytes: Uint8Array<ArrayBuffer> | undefined
  return {
    body,
    etag: `"${Bun.hash(body).toString(36)}"`,
    gzip() {
      // Importing `node:zlib` costs a start 10 ms.
      gzipBytes ??= Bun.gzipSync(body, { level: gzipLevel })
      return gzipBytes
    },
  }
}

/** Answers with cached JSON like {@link jsonWithEtag}, or with another type of text that `more` names. */
export function cachedWithEtag<Data>(
  c: Answers,
  cached: CachedJson,
  more?: Record<string, string>,
): JsonResponse<Data> {
  const isGzip = cached.body.length > worthGzip && acceptsGzip(c.req.header('accept-encoding'))
  const headers: Record<string, string> = {
    // RFC 9110, 8.8.3.3: each encoding needs its own strong tag.
    ETag: isGzip ? cached.etag.replace(/"$/, `${gzipMark}"`) : cached.etag,
    // Personal; revalidated each time.
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie, Authorization, Accept-Encoding',
    ...more,
  }
  if (hasCurrent(c.req.header('if-none-match'), cached.etag))
    return new Response(null, { status: 304, headers }) as JsonResponse<Data>
  headers['Content-Type'] ??= 'application/json'
  if (isGzip) headers['Content-Encoding'] = 'gzip'
  return new Response(isGzip ? cached.gzip() : cached.body, { headers }) as JsonResponse<Data>
}

/** Answers with serialised JSON, without an ETag. */
export const jsonText = <Data, Status extends 200 | 201>(
  json: string,
  status: Status,
  headers: Record<string, string> = {},
) =>
  new Response(json, { status, headers: { ...headers, 'Content-Type': 'application/json' } }) as JsonResponse<
    Data,
    Status
  >

const gzipMark = '-gzip'

/** RFC 9110, 13.1.2: a list or `*`, weak comparison, any encoding. */
export function hasCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(part => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '').replace(`${gzipMark}"`, '"') === etag
  })
}
