import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { addSigned } from '../../../../../tests/support/factories.ts'
import { clip } from '../../../../../tests/support/media.ts'
import { addVideo, makeMediaApp, removeDisks } from '../../../../../tests/support/uploads.ts'

let app: Awaited<ReturnType<typeof makeMediaApp>>
let link: string
let origin: string
let stop: () => Promise<void>
let bytes: Uint8Array
const start = 1_800_000_000_000

setDefaultTimeout(60_000)

beforeAll(async () => {
  app = await makeMediaApp({ FFMPEG_PATH: 'off' })
  app.setNow(start)
  const { cookie } = await addSigned(app.db)
  const path = clip({ seconds: 10 })
  const id = await addVideo(app, cookie, path)
  await app.runJobs()
  // The original is deleted, so that the video is finished.
  app.setNow(start + 3_600_000)
  await app.runJobs()
  app.setNow(start)
  await using web = await app.deps.videos.storage.localCopy(id, 'web')
  bytes = await Bun.file(web.path).bytes()
  await app.runJobs()
  const video = await (await app.page(`/api/crew/videos/${id}`, { cookie })).json()
  link = video.videoUrl
  // Bun serves ranges only over a port.
  const server = Bun.serve({ port: 0, fetch: request => app.app.fetch(request, {}) })
  origin = `http://localhost:${server.port}`
  stop = () => server.stop(true)
})
afterAll(async () => {
  await stop()
  removeDisks()
})

const get = (headers: Record<string, string> = {}, path = link) => fetch(origin + path, { headers })

describe('a link to a video', () => {
  test('answers 403 when any part was changed', async () => {
    const url = new URL(link, origin)
    const pathWith = (name: string, value: string) => {
      const copy = new URL(url)
      copy.searchParams.set(name, value)
      return copy.pathname + copy.search
    }
    const exp = Number(url.searchParams.get('exp'))
    const sig = url.searchParams.get('sig') ?? ''
    const wrongSignature = (sig.startsWith('A') ? 'B' : 'A') + sig.slice(1)
    for (const path of [
      pathWith('exp', String(exp + 1)),
      pathWith('exp', ''),
      pathWith('sig', wrongSignature),
      pathWith('sig', ''),
      url.pathname,
      link.replace('/web', '/original'),
      link.replace(/\/media\/.{8}/, '/media/00000000'),
    ])
      expect((await get({}, path)).status).toBe(403)
  })

  test('answers 200 for 3600 seconds, then 403; max-age matches', async () => {
    app.setNow(start + 3_599_000)
    const last = await get()
    expect([last.status, last.headers.get('cache-control')]).toEqual([200, 'private, max-age=1'])
    app.setNow(start + 3_600_000)
    const late = await get()
    expect([late.status, (await late.json()).message]).toEqual([403, 'This link has expired.'])
    app.setNow(start)
  })

  test('answers 200 with the measured type, inline, nosniff and sandboxed', async () => {
    const { status, headers } = await get()
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/webm',
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    })
    expect(headers.get('etag')).toMatch(/^"web-.+"$/)
  })

  test('answers 304 for a matching ETag', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    for (const value of [etag, `W/${etag}`, '*', `"other", ${etag}`])
      expect((await get({ 'if-none-match': value })).status).toBe(304)
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('answers 412 when If-Match names another file', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    expect((await get({ 'if-match': '"original-1"', range: 'bytes=10-' })).status).toBe(412)
    for (const value of [etag, '*']) expect((await get({ 'if-match': value })).status).toBe(200)
  })

  test('HEAD sends Content-Length without a body', async () => {
    const response = await fetch(origin + link, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })
})

test('a link answers 503 while the database is busy', async () => {
  using reading = spyOn(app.deps.videos.storage, 'read')
  reading.mockRejectedValue(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }))
  // Another moment: the target of a link is cached.
  const { links } = app.deps.videos
  const answer = await get({}, links.linkTo(link.split('/')[2] ?? '', 'web', start + 60_000))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
})

describe('a range', () => {
  const size = () => bytes.length
  async function part(range: string, more: Record<string, string> = {}) {
    const response = await get({ range, ...more })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }

  test('answers 206 for a middle range, an open range and a suffix', async () => {
    expect(await part('bytes=100-199')).toEqual({
      status: 206,
      range: `bytes 100-199/${size()}`,
      body: bytes.slice(100, 200),
    })
    expect(await part(`bytes=${size() - 5}-`)).toMatchObject({ status: 206, body: bytes.slice(-5) })
    expect(await part('bytes=-7')).toEqual({
      status: 206,
      range: `bytes ${size() - 7}-${size() - 1}/${size()}`,
      body: bytes.slice(-7),
    })
  })

  test('has a Content-Length', async () => {
    for (const range of ['bytes=5-', `bytes=-${size() - 5}`]) {
      const { headers } = await get({ range })
      expect(headers.get('content-length')).toBe(String(size() - 5))
    }
  })

  test('answers 416 beyond the end, with the size', async () => {
    const { status, range } = await part(`bytes=${size()}-`)
    expect([status, range]).toEqual([416, `bytes */${size()}`])
  })

  test('If-Range: 206 for the same file, else 200 with all of it', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206)
    const response = await part('bytes=0-9', { 'if-range': '"web-other"' })
    expect([response.status, response.body.length]).toEqual([200, size()])
  })
})
