import type { HonoRequest } from 'hono'
import { byteRange } from '#server/http/byte-range.ts'
import { type StoredFile, unavailable } from './file-storage.ts'

/** Answers ranges too; Bun does so for whole files on the disk. @throws ApiError 503 while the bucket is away */
export async function serveStored(
  request: HonoRequest,
  file: StoredFile,
  headers: Record<string, string> & { ETag: string },
): Promise<Response> {
  // Hono drops HEAD's body and Content-Length (RFC 9110, 9.3.2), and leaves a stream open.
  if (request.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'Content-Length': String(file.size) } })
  if (file.blob !== null) return new Response(file.blob, { headers })
  const { size } = file
  const conditions = { range: request.header('range'), ifRange: request.header('if-range') }
  const range = byteRange(conditions, { size, etag: headers.ETag })
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
  const { from, to } = range ?? { from: 0, to: size }
  return new Response(await file.stream(from, to).catch(unavailable), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(to - from),
      ...(range !== null && { 'Content-Range': `bytes ${from}-${to - 1}/${size}` }),
    },
  })
}
