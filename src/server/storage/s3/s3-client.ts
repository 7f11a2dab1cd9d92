import { codeOf } from '#server/error-code.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { S3Place } from './s3-place.ts'

/** Milliseconds; for a file over a slow line, at least. */
const uploadTimeoutMs = 300_000
/** Bytes a second: an upload that is slower is given up. */
const slowestUpload = 65_536
/** Seconds. */
const linkLifetime = 900

/** Advice for failures that another attempt can't mend. */
const advice: Record<string, string> = {
  AccessDenied: 'Allow the key to list, read, write and delete objects there.',
  InvalidAccessKeyId: 'Check S3_ACCESS_KEY_ID.',
  NoSuchBucket: 'Create the bucket, or check S3_ENDPOINT and S3_REGION.',
  // For a bucket, this means that the endpoint is no S3 service.
  NoSuchKey: 'Check S3_ENDPOINT and S3_REGION.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  PermanentRedirect: 'Check S3_ENDPOINT and S3_REGION.',
  SignatureDoesNotMatch: 'Check S3_SECRET_ACCESS_KEY and S3_REGION.',
}

/** The place doesn't answer, or refuses. */
export class S3Error extends OperatorError {}

export interface S3File {
  path: string
  size: number
  /** Base64. */
  md5: string
}

export interface S3Client {
  /** Name of the place in messages. */
  text: string
  /** @throws S3Error as all of these, when the place doesn't answer or refuses */
  list(folder: string): AsyncIterable<{ name: string; modifiedAt: number }>
  /** @param to exclusive @returns null if the object is missing */
  readPart(name: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Writes at most some megabytes in one request. The service checks them against their MD5. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Uploads in one request. The service checks the bytes against the MD5. */
  upload(name: string, file: S3File): Promise<void>
  /** Returns size and tag, or null if missing. With most services the tag is the content's MD5 in hex. */
  head(name: string): Promise<{ size: number; etag: string } | null>
  /** Ignores a missing one. */
  remove(name: string): Promise<void>
  /** Resolves when the place answers. */
  ping(): Promise<void>
}

/** An answer that isn't a success, with the code of S3's error document. */
class RefusalError extends Error {
  constructor(
    readonly code: string,
    status: number,
  ) {
    super(code === '' ? `status ${status}` : code)
  }
}

/**
 * Single requests only: a kill leaves no unfinished upload, and Bun's S3 writer completes an upload that failed
 * (oven-sh/bun#33681).
 * @param pausesMs before each further try
 * @param shortTimeoutMs for answers of at most some megabytes
 */
export function s3Client(
  { text, bucket, prefix, credentials }: S3Place,
  { pausesMs = [], shortTimeoutMs = 15_000 }: { pausesMs?: readonly number[]; shortTimeoutMs?: number } = {},
): S3Client {
  const client = new Bun.S3Client({ ...credentials, bucket })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)

  async function attempt<T>(request: () => Promise<T>, withinMs = shortTimeoutMs): Promise<T> {
    for (let failures = 0; ; failures += 1)
      try {
        return await withTimeout(request(), withinMs)
      } catch (error) {
        const pause = Object.hasOwn(advice, codeOf(error)) ? undefined : pausesMs[failures]
        if (pause === undefined) throw unusable(error)
        await Bun.sleep(pause)
      }
  }

  function unusable(error: unknown): S3Error {
    const code = codeOf(error)
    const message = error instanceof Error ? error.message : String(error)
    const reason = code === '' || code === 'UnknownError' ? message : code
    return new S3Error(
      `${text} can't be used: ${reason.replace(/\s+/g, ' ').slice(0, 200) || 'no answer'}. ${advice[code] ?? 'Check S3_ENDPOINT and the network.'}`,
      { cause: error },
    )
  }

  /** Bun's own methods take no checksum, and can't be stopped. @throws RefusalError */
  async function send(
    method: 'GET' | 'HEAD' | 'PUT',
    name: string,
    init: {
      headers?: Record<string, string>
      body?: ReadableStream | Uint8Array<ArrayBuffer>
      withinMs: number
    },
  ): Promise<Response> {
    const { withinMs, ...rest } = init
    const link = client.presign(keyOf(name), { method, expiresIn: linkLifetime })
    const response = await fetch(link, {
      ...rest,
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    })
    if (response.ok) return response
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? ''
    throw new RefusalError(code === '' && response.status === 404 ? 'NoSuchKey' : code, response.status)
  }

  return {
    text,
    async *list(folder) {
      for (let continuationToken: string | undefined; ; ) {
        const page = await attempt(() =>
          client.list({ prefix: `${keyOf(folder)}/`, ...(continuationToken && { continuationToken }) }),
        )
        for (const { key, lastModified } of page.contents ?? [])
          yield {
            name: prefix === '' ? key : key.slice(prefix.length + 1),
            modifiedAt: lastModified === undefined ? 0 : Date.parse(lastModified),
          }
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
        if (continuationToken === undefined) return
      }
    },
    readPart: (name, from, to) =>
      unlessMissing(
        attempt(async () => {
          const headers = { Range: `bytes=${from}-${to - 1}` }
          const answer = await send('GET', name, { headers, withinMs: shortTimeoutMs })
          const bytes = new Uint8Array(await answer.arrayBuffer())
          return answer.status === 206 ? bytes : bytes.slice(from, to)
        }),
      ),
    async write(name, bytes) {
      const withinMs = Math.max(shortTimeoutMs, (bytes.byteLength / slowestUpload) * 1000)
      const md5 = new Bun.CryptoHasher('md5').update(bytes).digest('base64')
      const headers = { 'Content-Length': String(bytes.byteLength), 'Content-MD5': md5 }
      await attempt(async () => {
        await send('PUT', name, { body: bytes, headers, withinMs })
      }, withinMs)
    },
    async upload(name, { path, size, md5 }) {
      const withinMs = Math.max(uploadTimeoutMs, (size / slowestUpload) * 1000)
      await attempt(async () => {
        // `fetch` would hold a whole file in memory, but not a stream.
        const body = Bun.file(path).stream()
        const headers = { 'Content-Length': String(size), 'Content-MD5': md5 }
        await send('PUT', name, { body, headers, withinMs })
      }, withinMs)
    },
    head: name =>
      unlessMissing(
        attempt(async () => {
          const { headers } = await send('HEAD', name, { withinMs: shortTimeoutMs })
          return {
            size: Number(headers.get('content-length')),
            etag: headers.get('etag')?.replaceAll('"', '') ?? '',
          }
        }),
      ),
    async remove(name) {
      await unlessMissing(attempt(() => client.delete(keyOf(name))))
    },
    async ping() {
      await attempt(() => client.list({ maxKeys: 1, prefix: keyOf('') }))
    },
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof S3Error && codeOf(error.cause) === 'NoSuchKey') return null
    throw error
  }
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const within = ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${ms / 1000} seconds`
  const timer = setTimeout(() => reject(new Error(`no answer within ${within}`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
