import type { Gzip } from 'node:zlib'
import { acceptsGzip } from '#server/http/accepts-gzip.ts'

let makeGzip: (() => Gzip) | null = null

/** Loads the compressor. It takes 10 ms, so a start does not wait for it: see {@link canGzip}. */
export async function loadGzip(): Promise<void> {
  const { constants, createGzip } = await import('node:zlib')
  makeGzip = () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 })
}

/**
 * Whether a document may be compressed: the client takes gzip, and the compressor is there. Until it is,
 * in the first half second of a process, documents go out as they are.
 */
export function canGzip(acceptEncoding: string | undefined): boolean {
  return makeGzip !== null && acceptsGzip(acceptEncoding)
}

/**
 * Compresses a streamed document, each flush of the renderer at once: `hono/compress` holds the stream back
 * until it ends (first byte after 503 ms of a page whose data took 500; with a sync flush 2 ms).
 */
export function gzipStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  if (makeGzip === null) return body
  const gzip = makeGzip()
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      gzip.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
      gzip.on('end', () => controller.close())
      gzip.on('error', error => controller.error(error))
    },
    async pull() {
      const { done, value } = await reader.read()
      if (done) gzip.end()
      else await new Promise<void>(resolve => gzip.write(value, () => resolve()))
    },
    async cancel(reason) {
      gzip.destroy()
      await reader.cancel(reason)
    },
  })
}
