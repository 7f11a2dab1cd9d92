import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { ErrorBody } from '#contract/errors.ts'
import { newId, type UserId } from '#contract/ids.ts'
import type { UploadedImage } from '#contract/images.ts'
import { imageTexts } from '#contract/images.ts'
import { limits } from '#contract/limits.ts'
import { imageFileRoutes } from '#server/storage/images/index.ts'
import { cookiesOf, makeTestApp, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addImage } from '../../../../tests/support/factories.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { decodePicture } from './decode.ts'
import { quota } from './pictures.rules.ts'

let directory: string
let site: TestApp
let cookie: string
let me: UserId

const images = () => join(directory, 'uploads/images')
const onDisk = () => (existsSync(images()) ? readdirSync(images()) : [])

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'reelstake-images-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

beforeEach(async () => {
  rmSync(images(), { recursive: true, force: true })
  site = await makeTestApp({ DATA_DIR: directory })
  cookie = await member(site)
  me = (await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})

async function member({ page }: TestApp): Promise<string> {
  const account = { email: 'ana@example.com', password: 'marlin-1' }
  const response = await page('/api/auth/sign-up', {
    json: { ...account, firstName: 'Ana', lastName: 'Reyes' },
  })
  expect(response.status).toBe(201)
  return cookiesOf(await page('/api/auth/sign-in', { json: account }))
}

type Body = Uint8Array<ArrayBuffer> | FormData | string | ReadableStream<Uint8Array>

async function post(body: Body, type?: string, headers: Record<string, string> = {}): Promise<Response> {
  return site.app.request(`${testOrigin}/api/images`, {
    method: 'POST',
    body,
    headers: { 'sec-fetch-site': 'same-origin', cookie, ...(type && { 'content-type': type }), ...headers },
  })
}

function form(bytes: Uint8Array<ArrayBuffer> | string, name = 'photo.png', type = 'image/png'): FormData {
  const data = new FormData()
  data.set('file', new File([bytes], name, { type }))
  return data
}

const own = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0c5fa8' } })

/** Incompressible. */
const noise = (width: number, height: number) =>
  sharp(crypto.getRandomValues(new Uint8Array(width * height * 3)), { raw: { width, height, channels: 3 } })

async function errorOf(response: Response): Promise<ErrorBody> {
  return response.json()
}

async function expectRefusal(response: Response, status: number, message?: string): Promise<void> {
  expect(response.status).toBe(status)
  const body = await errorOf(response)
  if (message !== undefined) expect(body.message).toBe(message)
  expect(onDisk()).toEqual([])
  expect(await site.db.selectFrom('images').selectAll().execute()).toEqual([])
}

function pngBomb(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    frame.set(body, 4)
    frame.writeUInt32BE(Bun.hash.crc32(body), body.length + 4)
    return frame
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(new Uint8Array((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return own(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', rows),
      chunk('IEND', new Uint8Array()),
    ]),
  )
}

describe('POST /api/images refuses with', () => {
  test('401 a visitor', async () => {
    cookie = ''
    await expectRefusal(await post(form(own(await picture(8, 8).png().toBuffer()))), 401, 'Unauthorized')
  })

  test('401 a picture whose session ends while it arrives', async () => {
    const bytes = own(await picture(8, 8).png().toBuffer())
    const [isReading, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const body = new ReadableStream<Uint8Array>({
      async pull(client) {
        isReading.resolve()
        await rest.promise
        client.enqueue(bytes)
        client.close()
      },
    })
    const answer = post(body, 'image/png')
    await isReading.promise
    expect((await site.page('/api/auth/sign-out', { json: {}, cookie })).status).toBe(204)
    rest.resolve()
    await expectRefusal(await answer, 401, 'Unauthorized')
  })

  test('403 a request of another site', async () => {
    await expectRefusal(await post(form('x'), undefined, { 'sec-fetch-site': 'cross-site' }), 403)
  })

  test('415 a body that is neither a form nor an image', async () => {
    await expectRefusal(await post('{"file":"x"}', 'application/json'), 415)
    await expectRefusal(await post('hello', 'text/plain'), 415)
  })

  test('400 a form without a file, and a malformed form', async () => {
    const data = new FormData()
    data.set('file', 'just text')
    const answer = await post(data)
    expect((await errorOf(answer.clone())).issues).toEqual([{ path: 'file', message: imageTexts.missing }])
    await expectRefusal(answer, 400)
    await expectRefusal(await post('not a form', 'multipart/form-data; boundary=x'), 400)
  })

  test('422 an empty body', async () => {
    await expectRefusal(await post(form('')), 422, imageTexts.notAPicture)
    await expectRefusal(await post(new Uint8Array(), 'image/png'), 422, imageTexts.notAPicture)
  })

  test('422 a script named .png', async () => {
    await expectRefusal(
      await post(form('<script>alert(1)</script>', 'photo.png', 'image/png')),
      422,
      imageTexts.notAPicture,
    )
  })

  test('422 an SVG, by its own type and as a PNG', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    await expectRefusal(await post(form(svg, 'a.svg', 'image/svg+xml')), 422, imageTexts.notAPicture)
    await expectRefusal(await post(form(svg)), 422, imageTexts.notAPicture)
  })

  test('422 a GIF, a TIFF and a PDF', async () => {
    const gif = own(await picture(9, 9).gif().toBuffer())
    const tiff = own(await picture(9, 9).tiff().toBuffer())
    for (const bytes of [gif, tiff, own(Buffer.from('%PDF-1.7\n'))])
      await expectRefusal(await post(form(bytes)), 422, imageTexts.notAPicture)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('422 a truncated %s', async format => {
    const whole = await noise(200, 200).toFormat(format).toBuffer()
    await expectRefusal(
      await post(form(own(whole.subarray(0, whole.length / 2)), `photo.${format}`)),
      422,
      imageTexts.notAPicture,
    )
  })

  test.each([
    ['jpeg', [0xff, 0xd8, 0xff]],
    ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ] as const)('422 a file with only the first bytes of %s', async (_, signature) => {
    await expectRefusal(
      await post(form(own(Buffer.concat([Buffer.from(signature), Buffer.from('<?php exit')])))),
      422,
      imageTexts.notAPicture,
    )
  })

  test('422 more than 64 megapixels', async () => {
    const bytes = own(await picture(8001, 8000).png().toBuffer())
    await expectRefusal(await post(form(bytes)), 422, imageTexts.tooManyPixels)
  })

  test('422 a decompression bomb, without decompressing it', async () => {
    const bomb = pngBomb(50_000, 50_000)
    expect(bomb.length).toBeLessThan(500_000)
    const before = process.memoryUsage().rss
    await expectRefusal(await post(form(bomb)), 422, imageTexts.tooManyPixels)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('413 one byte more than 10 MB, in a form, as bytes, and without Content-Length', async () => {
    const bytes = new Uint8Array(limits.image + 1)
    await expectRefusal(await post(form(bytes)), 413, imageTexts.tooLarge)
    await expectRefusal(await post(bytes, 'image/png'), 413, imageTexts.tooLarge)
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(1_048_576)),
    })
    await expectRefusal(await post(endless, 'image/png'), 413, imageTexts.tooLarge)
  })

  test('429 a picture beyond the account’s limit for 30 days', async () => {
    const now = Date.parse('2026-06-01T12:00:00Z')
    site.setNow(now)
    const rows = Array.from({ length: quota.pictures }, (_, index) => ({
      id: newId<'image'>(),
      owner_id: me,
      width: 1,
      height: 1,
      size_bytes: 1,
      created_at: now - quota.windowMs + 60_000 + index,
    }))
    await addRows(site.db, 'images', ...rows)
    const bytes = own(await picture(8, 8).png().toBuffer())
    const answer = await post(form(bytes))
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(onDisk()).toEqual([])
    site.setNow(now + 61_000)
    expect((await post(form(bytes))).status).toBe(201)
  })

  test('429 bytes beyond the account’s limit, found after decoding, and deletes the file', async () => {
    await addImage(site.db, me, { size_bytes: quota.bytes, created_at: site.deps.now() })
    expect((await post(form(own(await picture(8, 8).png().toBuffer())))).status).toBe(429)
    expect(onDisk()).toEqual([])
  })

  test('429 too many tries within a minute, invalid ones included', async () => {
    site = await makeTestApp({ DATA_DIR: directory, RATE_LIMIT: 'on' })
    cookie = await member(site)
    for (let n = 0; n < 30; n += 1) expect((await post(form('x'))).status).toBe(422)
    expect((await post(form('x'))).status).toBe(429)
  })
})

describe('POST /api/images answers with', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('201 to a %s, in a form and as bytes', async format => {
    const bytes = own(await picture(64, 48).toFormat(format).toBuffer())
    for (const answer of [
      await post(form(bytes, 'whatever.txt', 'text/plain')),
      await post(bytes, `image/${format}`),
    ]) {
      expect(answer.status).toBe(201)
      const image: UploadedImage = await answer.json()
      expect(image).toEqual({ id: image.id, url: `/images/${image.id}.webp`, width: 64, height: 48 })
      expect(answer.headers.get('location')).toBe(image.url)
      expect((await sharp(join(images(), `${image.id}.webp`)).metadata()).format).toBe('webp')
    }
    expect(onDisk()).toHaveLength(2)
  })

  test('201 to a large picture, scaled to 2048 px and stored with its owner', async () => {
    const answer = await post(form(own(await picture(4096, 1024).jpeg().toBuffer())))
    const image: UploadedImage = await answer.json()
    expect([image.width, image.height]).toEqual([2048, 512])
    const row = await site.db.selectFrom('images').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id: image.id, owner_id: me, width: 2048, height: 512 })
    expect(row.size_bytes).toBe(Bun.file(join(images(), `${image.id}.webp`)).size)
  })

  test('201 to a rotated picture, turned upright and without its location', async () => {
    const bytes = await picture(40, 20)
      .withExif({ IFD0: { Copyright: 'secret harbour' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const image: UploadedImage = await (await post(form(own(bytes)))).json()
    expect([image.width, image.height]).toEqual([20, 40])
    const metadata = await sharp(join(images(), `${image.id}.webp`)).metadata()
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    )
  })

  test('201 to concurrent pictures, without partial files', async () => {
    const bytes = own(await noise(300, 300).png().toBuffer())
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(form(bytes))))
    expect(answers.map(answer => answer.status)).toEqual(Array(5).fill(201))
    expect(onDisk().filter(name => !/^[0-9a-f-]{36}\.webp$/.test(name))).toEqual([])
  })
})

test('a picture is refused with 503 while forty others wait', async () => {
  const file = own(await picture(8, 8).png().toBuffer())
  const gate = Promise.withResolvers<void>()
  const works = Array.from({ length: 42 }, () => decodePicture(file, () => gate.promise))
  const last = works.at(-1)
  await expect(last).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': '5' },
    message: expect.stringContaining('Please try again'),
  })
  gate.resolve()
  expect((await Promise.allSettled(works)).filter(({ status }) => status === 'fulfilled')).toHaveLength(41)
})

test('a picture’s bytes and its name are synced to the disk before its row commits', async () => {
  const handle = await open('/dev/null')
  const fileHandle: { sync(this: { fd: number }): Promise<void> } = Object.getPrototypeOf(handle)
  await handle.close()
  const stock = fileHandle.sync
  const syncs: { path: string; name: string; rows: number }[] = []
  fileHandle.sync = async function sync() {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`)
    await stock.call(this)
    const rows = await site.db.selectFrom('images').select('id').execute()
    syncs.push({ path, name: onDisk().join(), rows: rows.length })
  }
  try {
    const response = await post(form(own(await picture(8, 8).png().toBuffer())))
    const { id }: UploadedImage = await response.json()
    expect(response.status).toBe(201)
    expect(syncs).toEqual([
      { path: join(images(), `.${id}.part`), name: `.${id}.part`, rows: 0 },
      { path: images(), name: `${id}.webp`, rows: 0 },
      { path: join(directory, 'uploads'), name: `${id}.webp`, rows: 0 },
    ])
  } finally {
    fileHandle.sync = stock
  }
})

describe('GET /images', () => {
  async function upload(): Promise<UploadedImage> {
    return (await post(form(own(await picture(8, 8).png().toBuffer())))).json()
  }

  test.each([
    '/images/',
    '/images/nothing.webp',
    `/images/${newId<'image'>()}.webp`,
    '/images/..%2F..%2Fdb%2Freelstake.sqlite',
    '/images/..%2f..%2fkeys.json.webp',
    '/images/%2e%2e/%2e%2e/db/keys/keys.json',
    '/images/%00.webp',
    '/images/a/b.webp',
  ])('404: %s', async path => {
    const answer = await site.page(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
  })

  test('answers 404 for another extension', async () => {
    const { id } = await upload()
    for (const path of [`/images/${id}`, `/images/${id}.png`, `/images/.${id}.part`])
      expect((await site.page(path)).status).toBe(404)
  })

  test('answers 200, immutable, with a fixed type', async () => {
    const { url } = await upload()
    const answer = await site.page(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(8)
  })

  test('keeps pictures of a locked site out of shared caches', async () => {
    const { url } = await upload()
    const lockedDeps = { ...site.deps, env: { ...site.deps.env, siteGate: true } }
    const answer = await imageFileRoutes(lockedDeps).request(url.replace('/images', ''))
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  test('answers 304 for a known ETag', async () => {
    const { url } = await upload()
    const etag = (await site.page(url)).headers.get('etag') ?? ''
    expect((await site.page(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})
