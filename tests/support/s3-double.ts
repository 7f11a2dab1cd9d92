import { createHmac } from 'node:crypto'

/** An S3 service in memory that checks signatures (AWS Signature Version 4) and content, and pages its lists. */
export class S3Double {
  readonly objects = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly bucket = 'marina'
  readonly accessKeyId = 'AKIATEST'
  readonly secretAccessKey = 'a secret'
  readonly region = 'eu-test-1'
  /** True if an object's tag is the MD5 of its content. */
  hasTags = true
  requests: string[] = []
  /** Time of change of every object in lists. */
  modifiedAt = '2020-01-01T00:00:00.000Z'
  /** Answers instead, such as with a failure. */
  intercept: ((method: string, key: string) => Response | null | Promise<Response | null>) | null = null
  readonly #server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 64 * 1024 * 1024,
    fetch: request => this.#answer(request),
  })

  get env(): Record<string, string> {
    return {
      S3_ENDPOINT: `http://127.0.0.1:${this.#server.port}`,
      S3_ACCESS_KEY_ID: this.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.secretAccessKey,
      S3_REGION: this.region,
    }
  }

  stop(): Promise<void> {
    return this.#server.stop(true)
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const [bucket = '', ...rest] = url.pathname.slice(1).split('/')
    const key = decodeURIComponent(rest.join('/'))
    const query = url.searchParams.has('X-Amz-Signature') ? '' : url.search
    this.requests.push(`${request.method} ${key}${query}`)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const isInChunks = request.headers.get('x-amz-content-sha256')?.startsWith('STREAMING-') === true
    const body = isInChunks ? joinedChunks(bytes) : bytes
    const isSigned = url.searchParams.has('X-Amz-Signature') ? this.#isLink : this.#isSigned
    if (!isSigned.call(this, request, url)) return failure(403, 'SignatureDoesNotMatch')
    if (bucket !== this.bucket) return failure(404, 'NoSuchBucket')
    const instead = await this.intercept?.(request.method, key)
    if (instead) return instead
    if (key === '') return this.#list(url.searchParams)
    if (request.method === 'PUT') {
      const md5 = request.headers.get('content-md5')
      if (md5 !== null && md5 !== new Bun.CryptoHasher('md5').update(body).digest('base64'))
        return failure(400, 'BadDigest')
      this.objects.set(key, body)
      return new Response(null, { headers: { ETag: etagOf(body) } })
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return new Response(null, { status: 204 })
    }
    const object = this.objects.get(key)
    if (!object) return failure(404, 'NoSuchKey')
    const lastModified = new Date(this.modifiedAt).toUTCString()
    const headers = { ETag: this.hasTags ? etagOf(object) : '"opaque"', 'Last-Modified': lastModified }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '') ?? []
    return from === undefined
      ? new Response(object, { headers })
      : new Response(object.slice(Number(from), Number(to) + 1), { status: 206, headers })
  }

  #list(query: URLSearchParams): Response {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const size = Math.min(Number(query.get('max-keys') ?? 1000), 7)
    const keys = [...this.objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, size)
    const isTruncated = keys.length > size
    const contents = page.map(
      key =>
        `<Contents><Key>${key}</Key><LastModified>${this.modifiedAt}</LastModified><Size>${this.objects.get(key)?.byteLength}</Size></Contents>`,
    )
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return xml(
      200,
      `<ListBucketResult><Name>${this.bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${size}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
  #isSigned({ method, headers }: Request, url: URL): boolean {
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.get('authorization') ?? '',
      )
    if (!match) return false
    const [, accessKeyId, date = '', region, signedHeaders = '', signature] = match
    if (accessKeyId !== this.accessKeyId || region !== this.region) return false
    const query = [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&')
    const canonical = [
      method,
      url.pathname,
      query,
      ...signedHeaders.split(';').map(name => `${name}:${headers.get(name)?.trim() ?? ''}`),
      '',
      signedHeaders,
      headers.get('x-amz-content-sha256') ?? '',
    ].join('\n')
    return this.#signatureOf(canonical, headers.get('x-amz-date') ?? '', date) === signature
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
  #isLink({ method, headers }: Request, { pathname, searchParams }: URL): boolean {
    const credential = searchParams.get('X-Amz-Credential') ?? ''
    const at = searchParams.get('X-Amz-Date') ?? ''
    const date = at.slice(0, 8)
    if (credential !== `${this.accessKeyId}/${date}/${this.region}/s3/aws4_request`) return false
    if (searchParams.get('X-Amz-SignedHeaders') !== 'host') return false
    const query = [...searchParams]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&')
    const canonical = [
      method,
      pathname,
      query,
      `host:${headers.get('host')}`,
      '',
      'host',
      'UNSIGNED-PAYLOAD',
    ].join('\n')
    return this.#signatureOf(canonical, at, date) === searchParams.get('X-Amz-Signature')
  }

  #signatureOf(canonical: string, at: string, date: string): string {
    const toSign = [
      'AWS4-HMAC-SHA256',
      at,
      `${date}/${this.region}/s3/aws4_request`,
      new Bun.CryptoHasher('sha256').update(canonical).digest('hex'),
    ].join('\n')
    const steps = [date, this.region, 's3', 'aws4_request', toSign]
    const last = steps.reduce<string | Buffer>(
      (secret, text) => createHmac('sha256', secret).update(text).digest(),
      `AWS4${this.secretAccessKey}`,
    )
    return Buffer.from(last).toString('hex')
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html, without the chunks' own signatures. */
function joinedChunks(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf(10, at)
    const size = Number.parseInt(Buffer.from(bytes.subarray(at, end)).toString(), 16)
    if (size === 0) return new Uint8Array(Buffer.concat(chunks))
    chunks.push(bytes.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 2
  }
}

const etagOf = (bytes: Uint8Array) => `"${new Bun.CryptoHasher('md5').update(bytes).digest('hex')}"`

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const xml = (status: number, text: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    status,
    headers: { 'Content-Type': 'application/xml' },
  })

export const failure = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${code} of the double</Message></Error>`)
