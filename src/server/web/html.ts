import { constants, createGzip } from 'node:zlib'
import type { ReactNode } from 'react'
// The only build that writes text: others copy each string into chunks of 2 KB.
import { renderToPipeableStream } from 'react-dom/server.bun'
import { gzipLevel } from '#server/http/gzip.ts'

type Options = Omit<
  NonNullable<Parameters<typeof renderToPipeableStream>[1]>,
  'onShellReady' | 'onShellError' | 'onAllReady'
>

export interface Html {
  /** The document, or its shell if other data is late. */
  first: string
  /** The rest of the document, or null if complete. Rejects when rendering fails. */
  rest: AsyncIterable<string> | null
  abort(): void
}

/** A stream as React uses it. */
class Destination {
  isEnded = false
  #text = ''
  #more = Promise.withResolvers<void>()

  write(text: string): true {
    this.#text += text
    return true
  }
  flush(): void {
    this.#more.resolve()
  }
  end(): void {
    this.isEnded = true
    this.#more.resolve()
  }
  error(cause: unknown): void {
    this.#more.promise.catch(() => {})
    this.#more.reject(cause)
  }
  /** React waits for no event, since {@link write} is never full. */
  on(): void {}

  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }
  async *rest(): AsyncGenerator<string> {
    for (;;) {
      // This comes before waiting, because React may have written and ended since the last part was taken.
      const text = this.take()
      if (text !== '') yield text
      else if (this.isEnded) return
      else {
        await this.#more.promise
        this.#more = Promise.withResolvers()
      }
    }
  }
}

/** Milliseconds that the shell waits for late data: skeletons that show for less only make the page jump. */
const patience = 50

/** Resolves with the document, or after {@link patience} with its shell; rejects when that fails. */
export async function renderHtml(element: ReactNode, options?: Options, signal?: AbortSignal): Promise<Html> {
  const shell = Promise.withResolvers<void>()
  const whole = Promise.withResolvers<void>()
  const { pipe, abort } = renderToPipeableStream(element, {
    ...options,
    onShellReady: shell.resolve,
    onShellError: shell.reject,
    onAllReady: whole.resolve,
  })
  signal?.addEventListener('abort', () => abort(signal.reason))
  await shell.promise
  const timer = setTimeout(whole.resolve, patience)
  await whole.promise
  clearTimeout(timer)
  const destination = new Destination()
  // React calls no other method.
  pipe(destination as unknown as NodeJS.WritableStream)
  const first = destination.take()
  return { first, rest: destination.isEnded ? null : destination.rest(), abort }
}

/** Renders an element without suspense. */
export const renderText = async (element: ReactNode): Promise<string> => (await renderHtml(element)).first

async function* parts({ first, rest }: Html): AsyncGenerator<string> {
  yield first
  yield* rest ?? []
}

/** Flushes after each part. `hono/compress` buffers the stream: first byte after 503 ms instead of 2 ms. */
async function* compress(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: gzipLevel })
  for await (const text of texts) {
    gzip.write(text)
    await new Promise<void>(resolve => gzip.flush(constants.Z_SYNC_FLUSH, resolve))
    for (let chunk: Buffer | null = gzip.read(); chunk; chunk = gzip.read()) yield chunk
  }
  gzip.end()
  yield* gzip
}

export function bodyOf(html: Html, gzip: boolean): Uint8Array<ArrayBuffer> | string | ReadableStream {
  if (html.rest === null) return gzip ? Bun.gzipSync(html.first, { level: gzipLevel }) : html.first
  const chunks = gzip ? compress(parts(html)) : parts(html)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value)
    },
    cancel: html.abort,
  })
}
