import type { TypedResponse } from 'hono'
import { acceptsGzip } from './accepts-gzip.ts'

/** A response whose JSON body is a `Data`. */
export type JsonResponse<Data, Status extends 200 | 201 = 200> = Response &
  TypedResponse<Data, Status, 'json'>

/** As much of a context as an answer needs, whatever else its route has added to it. */
interface Answers {
  req: { header(name: string): string | undefined }
}

/**
 * A read as JSON with a strong ETag, or 304 when the client has just that.
 * In one go and synchronously: `hono/etag` hashes with WebCrypto in another thread, and a page that is rendered
 * meanwhile would have to stream what it could have had at once.
 */
export function jsonWithEtag<Data>(
  c: Answers,
  data: Data,
  more?: Record<string, string>,
): JsonResponse<Data> {
  return keptWithEtag(c, keepJson(JSON.stringify(data)), more)
}

/** JSON that is answered many times: its bytes, its compressed bytes and its ETag are made once. */
export interface KeptJson {
  body: Uint8Array<ArrayBuffer>
  etag: string
  /** Made for the first client that takes it. */
  gzip(): Uint8Array<ArrayBuffer>
}

/** What is shorter fits in a packet as it is. */
const worthGzip = 1024
/** A list of 700 KB becomes 68 KB in 3 ms; the usual level 6 takes 21 ms for 65 KB. */
const level = 3

export function keepJson(json: string): KeptJson {
  const body = Buffer.from(json)
  let compressed: Uint8Array<ArrayBuffer> | undefined
  return {
    body,
    etag: `"${Bun.hash(body).toString(36)}"`,
    gzip() {
      // Bun's own, which is always there: `node:zlib` would cost a start 10 ms.
      compressed ??= Bun.gzipSync(body, { level })
      return compressed
    },
  }
}

/** The same as {@link jsonWithEtag}, of what is kept. */
export function keptWithEtag<Data>(
  c: Answers,
  kept: KeptJson,
  more?: Record<string, string>,
): JsonResponse<Data> {
  const isGzip = kept.body.length > worthGzip && acceptsGzip(c.req.header('accept-encoding'))
  const headers: Record<string, string> = {
    // RFC 9110, 8.8.3.3: other bytes, another strong tag.
    ETag: isGzip ? kept.etag.replace(/"$/, `${gzipMark}"`) : kept.etag,
    // Private: what one person may see is not for another; asked for anew each time, answered by 304.
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie, Authorization, Accept-Encoding',
    ...more,
  }
  if (hasCurrent(c.req.header('if-none-match'), kept.etag))
    return new Response(null, { status: 304, headers }) as JsonResponse<Data>
  headers['Content-Type'] = 'application/json'
  if (isGzip) headers['Content-Encoding'] = 'gzip'
  return new Response(isGzip ? kept.gzip() : kept.body, { headers }) as JsonResponse<Data>
}

/** JSON that is serialized already, without an ETag. */
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

/** Whether a client has what this tag names. RFC 9110, 13.1.2: a list or `*`, compared weakly, in whatever encoding. */
export function hasCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(part => {
    const known = part.trim()
    return known === '*' || known.replace(/^W\//, '').replace(`${gzipMark}"`, '"') === etag
  })
}
