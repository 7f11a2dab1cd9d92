import { constants, createGzip } from 'node:zlib'

/** Settles within this turn of the event loop. */
const isNear = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<false>(resolve => setImmediate(resolve, false))])

/**
 * Flushes when the next chunk is not there yet: flushing each of React's 2 KB chunks adds a tenth to the size.
 * `hono/compress` buffers the stream: first byte after 503 ms instead of 2 ms.
 */
export function gzipStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ level: 6 })
  const reader = body.getReader()
  let next = reader.read()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      gzip.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
      gzip.on('end', () => controller.close())
      gzip.on('error', error => controller.error(error))
    },
    async pull() {
      for (;;) {
        const { done, value } = await next
        if (done) return void gzip.end()
        await new Promise<void>(resolve => gzip.write(value, () => resolve()))
        next = reader.read()
        if (await isNear(next)) continue
        return new Promise<void>(resolve => gzip.flush(constants.Z_SYNC_FLUSH, resolve))
      }
    },
    async cancel(reason) {
      gzip.destroy()
      await reader.cancel(reason)
    },
  })
}
