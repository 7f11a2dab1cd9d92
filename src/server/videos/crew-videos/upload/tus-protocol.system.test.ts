import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import type { CompletedVideo } from '#contract/videos/crew-videos.ts'
import { UncertainCommitError } from '#server/db/connection.ts'
import { testOrigin } from '../../../../../tests/support/app.ts'
import { addSigned } from '../../../../../tests/support/factories.ts'
import { hashOf, recordVideo } from '../../../../../tests/support/media.ts'
import { addPost } from '../../../../../tests/support/posts.ts'
import { removeRows } from '../../../../../tests/support/rows.ts'
import { banUser } from '../../../../../tests/support/states.ts'
import {
  addVideo,
  complete,
  makeMediaApp,
  put,
  removeDisks,
  slotOf,
  tus,
} from '../../../../../tests/support/uploads.ts'

afterAll(removeDisks)

let app: Awaited<ReturnType<typeof makeMediaApp>>
let cookie: string
let url: string

beforeAll(async () => {
  app = await makeMediaApp()
  cookie = (await addSigned(app.db)).cookie
  url = (await slotOf(app, cookie, { sizeBytes: 10 })).uploadUrl
})

const two = new Uint8Array(2)
const bytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))

async function setUp() {
  const own = await makeMediaApp()
  return { app: own, me: await addSigned(own.db) }
}

const statusAndError = async (response: Response) => [response.status, (await response.json()).error]
const offset = async () => (await tus(app, 'HEAD', url)).headers.get('upload-offset')
const create = (headers: Record<string, string>) =>
  tus(app, 'POST', '/files', { cookie, 'sec-fetch-site': 'same-origin', ...headers })

describe('tus 1.0.0', () => {
  test('answers 412 with Tus-Version for another version or none', async () => {
    for (const version of ['0.2.2', '']) {
      for (const [method, at] of [
        ['HEAD', url],
        ['PATCH', url],
        ['DELETE', url],
      ] as const) {
        const response = await tus(app, method, at, { 'tus-resumable': version, 'upload-offset': '0' })
        expect([response.status, response.headers.get('tus-version')]).toEqual([412, '1.0.0'])
      }
      const creation = await create({ 'tus-resumable': version, 'upload-length': '5' })
      expect(await statusAndError(creation)).toEqual([412, 'precondition_failed'])
    }
    expect(await offset()).toBe('0')
  })

  test('answers 415 for a PATCH of another type, 400 without an offset or with a length', async () => {
    const patch = (headers: Record<string, string>) => tus(app, 'PATCH', url, headers, two)
    expect(await statusAndError(await patch({ 'upload-offset': '0', 'content-type': 'video/webm' }))).toEqual(
      [415, 'unsupported_media_type'],
    )
    for (const headers of [
      {},
      { 'upload-offset': '-1' },
      { 'upload-offset': 'x' },
      { 'upload-offset': '0', 'upload-length': '20' },
    ])
      expect(await statusAndError(await patch(headers))).toEqual([400, 'invalid'])
    expect(await offset()).toBe('0')
  })

  test('answers 400 for extensions that are not announced, without a log entry', async () => {
    const lines = app.logs.length
    expect(await statusAndError(await create({ 'upload-defer-length': '1' }))).toEqual([400, 'invalid'])
    expect(await statusAndError(await create({ 'upload-concat': 'partial', 'upload-length': '5' }))).toEqual([
      400,
      'invalid',
    ])
    expect(app.logs.slice(lines).filter(({ level }) => level === 'error')).toEqual([])
  })

  test('X-HTTP-Method-Override: PATCH, HEAD and DELETE; 405 for any other', async () => {
    const override = (method: string, headers = {}, body?: Uint8Array<ArrayBuffer>) =>
      tus(app, 'POST', url, { 'x-http-method-override': method, ...headers }, body)
    expect(await statusAndError(await override('GET'))).toEqual([405, 'method_not_allowed'])
    expect(await statusAndError(await tus(app, 'POST', url))).toEqual([405, 'method_not_allowed'])
    const type = { 'content-type': 'application/offset+octet-stream' }
    const response = await override('PATCH', { 'upload-offset': '0', ...type }, two)
    expect([response.status, response.headers.get('upload-offset')]).toEqual([204, '2'])
    expect((await override('HEAD')).headers.get('upload-offset')).toBe('2')
    expect((await override('DELETE')).status).toBe(204)
    expect((await tus(app, 'HEAD', url)).status).toBe(404)
  })
})

describe('a page of another site', () => {
  const origin = 'https://app.example'

  test('reads every answer and may PUT if listed in CORS_ORIGINS', async () => {
    const listing = await makeMediaApp({ CORS_ORIGINS: origin })
    const slot = await slotOf(listing, (await addSigned(listing.db)).cookie, { sizeBytes: 5 })
    const allowedOrigin = (response: Response) => response.headers.get('access-control-allow-origin')
    const preflight = await tus(listing, 'OPTIONS', slot.uploadUrl, { origin })
    expect([allowedOrigin(preflight), preflight.headers.get('access-control-allow-methods')]).toEqual([
      origin,
      'POST, HEAD, PATCH, PUT, DELETE',
    ])
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Upsert')
    expect(allowedOrigin(await put(listing, slot.uploadUrl, 'bytes', { origin }))).toBe(origin)
    expect(allowedOrigin(await tus(listing, 'HEAD', '/files/unknown', { origin }))).toBe(origin)
    const other = await tus(listing, 'HEAD', slot.uploadUrl, { origin: 'https://evil.example' })
    expect(allowedOrigin(other)).toBeNull()
  })
})

describe('tus on the same address', () => {
  test('answers 405 for a GET, which would serve the file to anyone', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 5 })
    const response = await tus(app, 'GET', slot.uploadUrl)
    expect([response.status, response.headers.get('allow')]).toEqual([
      405,
      'HEAD, PATCH, PUT, DELETE, OPTIONS',
    ])
  })

  test('answers 409 for a wrong offset, 413 beyond the slot’s size, as JSON', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 10 })
    const patch = (offset: number, size: number) =>
      tus(
        app,
        'PATCH',
        slot.uploadUrl,
        { 'upload-offset': String(offset), 'content-length': String(size) },
        bytes(size),
      )
    const lies = await patch(3, 2)
    expect(lies.status).toBe(409)
    expect(await lies.json()).toEqual({ message: 'Upload-Offset conflict', error: 'conflict' })
    expect(lies.headers.get('tus-resumable')).toBe('1.0.0')
    expect((await patch(0, 4)).headers.get('upload-offset')).toBe('4')
    expect((await patch(0, 4)).status).toBe(409)
    expect((await patch(4, 7)).status).toBe(413)
    expect((await tus(app, 'HEAD', slot.uploadUrl)).headers.get('upload-offset')).toBe('4')
    expect((await complete(app, me.cookie, slot.videoId)).status).toBe(409)
  })

  test('a file in parts arrives complete; tus resumes a broken PUT', async () => {
    const { app, me } = await setUp()
    const path = recordVideo(10)
    const file = Bun.file(path)
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size })
    const part = Math.ceil(file.size / 3)
    for (let offset = 0; offset < file.size; offset += part) {
      const body = file.slice(offset, offset + part)
      const response = await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': String(offset) }, body)
      expect([response.status, response.headers.get('upload-offset')]).toEqual([
        204,
        String(Math.min(file.size, offset + part)),
      ])
    }
    const done: CompletedVideo = await (await complete(app, me.cookie, slot.videoId)).json()
    expect(await hashOf(await (await app.page(done.video_url ?? '')).blob())).toBe(await hashOf(path))
  })

  test('a complete upload reports its offset while it is moved', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 5 })
    await put(app, slot.uploadUrl, 'bytes')
    const { id } = await app.db.selectFrom('crew_videos').select('id').executeTakeFirstOrThrow()
    const { storage } = app.deps.videos
    await using upload = await storage.localCopy(id, 'upload')
    await storage.finishUpload(id, upload.path)
    const head = await tus(app, 'HEAD', slot.uploadUrl)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '5'])
    expect((await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '5' })).status).toBe(204)
    expect((await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '0' }, bytes(5))).status).toBe(409)
    const more = await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '5' }, two)
    expect(await statusAndError(more)).toEqual([413, 'too_large'])
  })

  test('DELETE frees the received bytes', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 10 })
    await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '0' }, bytes(4))
    expect(app.files()).toEqual([`incoming/${slot.videoId}`])
    expect((await tus(app, 'DELETE', slot.uploadUrl)).status).toBe(204)
    expect(app.files()).toEqual([])
    expect((await tus(app, 'HEAD', slot.uploadUrl)).status).toBe(404)
  })

  test('DELETE of a finished upload: 409 while a post shows it, 204 once nothing uses it, and its files go', async () => {
    const { app, me } = await setUp()
    const id = await addVideo(app, me.cookie)
    const as = { cookie: me.cookie, 'sec-fetch-site': 'same-origin' }
    const post = await addPost(app.db, { author_id: me.id, video_id: id, published_at: null })
    expect(await statusAndError(await tus(app, 'DELETE', `/files/${id}`, as))).toEqual([409, 'conflict'])
    await removeRows(app.db, 'crew_posts', { id: post })
    const deletion = await tus(app, 'DELETE', `/files/${id}`, as)
    expect([deletion.status, deletion.headers.get('tus-resumable')]).toEqual([204, '1.0.0'])
    expect((await tus(app, 'HEAD', `/files/${id}`, as)).status).toBe(404)
    await app.runJobs()
    expect(app.files()).toEqual([])
  })

  test('HEAD answers the Upload-Metadata of the creation unchanged, before and after the last byte', async () => {
    const { app, me } = await setUp()
    const as = { cookie: me.cookie, 'sec-fetch-site': 'same-origin' }
    const metadata = `zebra ${btoa('striped')},filename ${btoa('a.webm')},is_public,note ${btoa('é'.normalize())}`
    const creation = await tus(app, 'POST', '/files', {
      ...as,
      'upload-length': '6',
      'upload-metadata': metadata,
    })
    const url = creation.headers.get('location') ?? ''
    const head = async () => (await tus(app, 'HEAD', url, as)).headers.get('upload-metadata')
    expect([creation.status, await head()]).toEqual([201, metadata])
    await tus(app, 'PATCH', url, { ...as, 'upload-offset': '0' }, bytes(6))
    expect(await head()).toBe(metadata)
    const long = { ...as, 'upload-length': '6', 'upload-metadata': `filename ${btoa('x'.repeat(4000))}` }
    expect(await statusAndError(await tus(app, 'POST', '/files', long))).toEqual([400, 'invalid'])
  })

  test('POST /files: 415 for a body of another type, 201 for one without a body, or with the first bytes', async () => {
    const { app, me } = await setUp()
    const as = { cookie: me.cookie, 'sec-fetch-site': 'same-origin', 'upload-length': '6' }
    const post = (type: string | undefined, body?: Uint8Array<ArrayBuffer>) =>
      app.app.request(`${testOrigin}/files`, {
        method: 'POST',
        headers: { ...as, 'tus-resumable': '1.0.0', ...(type && { 'content-type': type }) },
        ...(body && { body }),
      })
    for (const type of ['video/webm', 'application/octet-stream', undefined])
      expect(await statusAndError(await post(type, bytes(6)))).toEqual([415, 'unsupported_media_type'])
    expect(app.files()).toEqual([])
    expect((await post(undefined)).status).toBe(201)
    expect((await post('text/plain')).status).toBe(201)
    const creation = await post('application/offset+octet-stream', bytes(4))
    expect([creation.status, creation.headers.get('upload-offset')]).toEqual([201, '4'])
    const slots = () => app.db.selectFrom('crew_videos').select('id').execute()
    const before = await slots()
    const long = { ...as, 'content-type': 'application/offset+octet-stream', 'content-length': '7' }
    expect(await statusAndError(await tus(app, 'POST', '/files', long, bytes(7)))).toEqual([413, 'too_large'])
    expect(await slots()).toEqual(before)
  })

  test('an empty Idempotency-Key is none; one that is too long gets 400', async () => {
    const { app, me } = await setUp()
    const createWith = (key: string) =>
      tus(app, 'POST', '/files', {
        cookie: me.cookie,
        'sec-fetch-site': 'same-origin',
        'upload-length': '6',
        'idempotency-key': key,
      })
    const [first, second] = [await createWith(''), await createWith('')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('location')).not.toBe(first.headers.get('location'))
    expect(await statusAndError(await createWith('k'.repeat(256)))).toEqual([400, 'invalid'])
  })

  test('a creation that is repeated with its key writes over no byte that has arrived', async () => {
    const { app, me } = await setUp()
    const again = async (text: string) => {
      const response = await app.app.request(`${testOrigin}/files`, {
        method: 'POST',
        headers: {
          cookie: me.cookie,
          'sec-fetch-site': 'same-origin',
          'tus-resumable': '1.0.0',
          'idempotency-key': 'take 1',
          'upload-length': '6',
          'content-type': 'application/offset+octet-stream',
        },
        body: text,
      })
      return [response.status, response.headers.get('upload-offset')]
    }
    expect(await again('firs')).toEqual([201, '4'])
    expect(await again('other')).toEqual([201, '4'])
    const { id } = await app.db.selectFrom('crew_videos').select('id').executeTakeFirstOrThrow()
    const url = `/files/${id}`
    const as = { cookie: me.cookie, 'sec-fetch-site': 'same-origin' }
    const rest = { ...as, 'upload-offset': '4' }
    expect((await tus(app, 'PATCH', url, rest, new TextEncoder().encode('t.'))).status).toBe(204)
    expect(await again('others')).toEqual([201, '6'])
    const { storage } = app.deps.videos
    {
      await using upload = await storage.localCopy(id, 'upload')
      expect(await Bun.file(upload.path).text()).toBe('first.')
      await storage.finishUpload(id, upload.path)
    }
    expect(await again('others')).toEqual([201, '6'])
    expect(app.files()).toEqual([`stored/${id}/original`])
  })

  test('a refused upload looks complete: /complete says why', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 5 })
    await put(app, slot.uploadUrl, 'words')
    const tryComplete = async () => statusAndError(await complete(app, me.cookie, slot.videoId))
    expect(await tryComplete()).toEqual([422, 'unacceptable_file'])
    const head = await tus(app, 'HEAD', slot.uploadUrl)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '5'])
    expect((await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '5' })).status).toBe(204)
    expect(await tryComplete()).toEqual([422, 'unacceptable_file'])
  })

  test.each([
    ['PATCH', 'upload is deleted'],
    ['PUT', 'upload is deleted'],
    ['PATCH', 'owner is banned'],
    ['PUT', 'owner is banned'],
  ])('a %s whose %s meanwhile ends in 404', async (method, end) => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 4 })
    const [isReading, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let parts = 0
    const readable = new ReadableStream<Uint8Array>({
      async pull(client) {
        parts += 1
        if (parts === 2) {
          isReading.resolve()
          await rest.promise
        }
        client.enqueue(bytes(2))
        if (parts === 2) client.close()
      },
    })
    const headers = {
      ...(method === 'PATCH'
        ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
        : { 'content-type': 'video/webm' }),
      'tus-resumable': '1.0.0',
    }
    const answer = Promise.resolve(app.app.request(slot.uploadUrl, { method, headers, body: readable }))
    await isReading.promise
    if (end === 'owner is banned') await banUser(app.db, me.id)
    else {
      const as = { method: 'DELETE', cookie: me.cookie }
      expect((await app.page(`/api/crew/videos/${slot.videoId}`, as)).status).toBe(204)
    }
    rest.resolve()
    expect(await statusAndError(await answer)).toEqual([404, 'not_found'])
    expect(
      await app.db.selectFrom('jobs').select('kind').where('kind', '=', 'video-check').execute(),
    ).toEqual([])
  })
})

describe('/files', () => {
  test('answers 204 to OPTIONS lists the extensions; 401 for a visitor’s POST', async () => {
    const { app } = await setUp()
    const options = await tus(app, 'OPTIONS', '/files')
    expect([
      options.status,
      options.headers.get('tus-extension'),
      options.headers.get('tus-max-size'),
    ]).toEqual([204, 'creation,creation-with-upload,termination,expiration', String(512 * 1024 * 1024)])
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
    expect((await tus(app, 'POST', '/files', { 'upload-length': '5' })).status).toBe(401)
  })

  test('answers 400 for a deferred, zero or negative length, and for a path in the metadata', async () => {
    const { app, me } = await setUp()
    const create = (headers: Record<string, string>) =>
      tus(app, 'POST', '/files', { cookie: me.cookie, 'sec-fetch-site': 'same-origin', ...headers })
    expect((await create({ 'upload-defer-length': '1' })).status).toBeGreaterThanOrEqual(400)
    const empty = await create({ 'upload-length': '0' })
    expect([empty.status, (await empty.json()).message]).toEqual([
      400,
      'This file is empty. Please choose another one.',
    ])
    const negative = await create({ 'upload-length': '-5', 'content-length': '0' })
    expect(await statusAndError(negative)).toEqual([400, 'invalid'])
    const trick = { 'upload-length': '5', 'upload-metadata': `filename ${btoa('../../x')}` }
    expect((await create(trick)).status).toBe(400)
    expect(app.files()).toEqual([])
  })

  test('answers 201: Location ends in the video’s id', async () => {
    const { app, me } = await setUp()
    const creation = await tus(app, 'POST', '/files', {
      cookie: me.cookie,
      'sec-fetch-site': 'same-origin',
      'upload-length': '5',
      'upload-metadata': `filename ${btoa('a.webm')},filetype ${btoa('video/webm')},durationSec ${btoa('12')}`,
    })
    expect(creation.status).toBe(201)
    const row = await app.db.selectFrom('crew_videos').selectAll().executeTakeFirstOrThrow()
    expect(creation.headers.get('location')).toBe(`/files/${row.id}`)
    expect(row).toMatchObject({ file_name: 'a.webm', size_bytes: 5, claimed_duration_ms: 12_000 })
  })
})

test('an upload is complete only once no other request can write to it', async () => {
  const { app: own, me } = await setUp()
  const { uploadUrl } = await slotOf(own, me.cookie, { sizeBytes: 10 })
  const { id } = await own.db.selectFrom('crew_videos').select('id').executeTakeFirstOrThrow()
  const { storage, locker } = own.deps.videos
  const lock = locker.newLock(id)
  const releaseRequest = Promise.withResolvers<void>()
  const { newLock } = locker
  let acquisition = Promise.resolve()
  // Waits for the lock of the PATCH, as a PUT does.
  locker.newLock = key => {
    locker.newLock = newLock
    const first = newLock.call(locker, key)
    return {
      ...first,
      unlock: () => {
        acquisition = lock.lock(new AbortController().signal, () => releaseRequest.resolve())
        return first.unlock()
      },
    }
  }
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const patch = tus(own, 'PATCH', uploadUrl, headers, bytes(10))
  await releaseRequest.promise
  await acquisition
  const statusOf = async () =>
    (await own.db.selectFrom('crew_videos').select('status').executeTakeFirstOrThrow()).status
  expect(await statusOf()).toBe('uploading')
  await storage.restart(id)
  await lock.unlock()
  expect(await statusAndError(await patch)).toEqual([409, 'conflict'])
  expect(await statusOf()).toBe('uploading')
  expect((await put(own, uploadUrl, bytes(10))).status).toBe(200)
  expect(await statusOf()).toBe('uploaded')
})

test('a PATCH whose last byte could not be recorded for sure: 503 that says so; a disk that fails: 507', async () => {
  const { app: own, me } = await setUp()
  const { uploadUrl } = await slotOf(own, me.cookie, { sizeBytes: 10 })
  using appending = spyOn(own.deps.videos.storage, 'append')
  const send = async (error: Error) => {
    appending.mockRejectedValueOnce(error)
    const response = await tus(own, 'PATCH', uploadUrl, { 'upload-offset': '0' }, bytes(10))
    return [response.status, (await response.json()).message]
  }
  const cause = new Error('Connection terminated unexpectedly')
  expect(await send(new UncertainCommitError({ cause }))).toEqual([
    503,
    expect.stringContaining('It may have been saved'),
  ])
  const failing = Object.assign(new Error('EIO'), { code: 'EIO' })
  const refusal = [507, expect.stringContaining('disk can’t be read or written')]
  expect(await send(failing)).toEqual(refusal)
  appending.mockRejectedValueOnce(failing)
  const response = await put(own, uploadUrl, bytes(10))
  expect([response.status, (await response.json()).message]).toEqual(refusal)
})

test('a PUT of a part is refused, and the bytes that have arrived stay', async () => {
  const { app: own, me } = await setUp()
  const { uploadUrl } = await slotOf(own, me.cookie, { sizeBytes: 10 })
  await tus(own, 'PATCH', uploadUrl, { 'upload-offset': '0' }, bytes(4))
  const range = { 'content-range': 'bytes 4-9/10' }
  expect((await put(own, uploadUrl, bytes(6), range)).status).toBe(400)
  expect((await tus(own, 'HEAD', uploadUrl)).headers.get('upload-offset')).toBe('4')
})

test('a PUT does not write to an upload whose bytes have all arrived, and finishes it', async () => {
  const { app, me } = await setUp()
  const { uploadUrl } = await slotOf(app, me.cookie, { sizeBytes: 5 })
  const { id } = await app.db.selectFrom('crew_videos').select('id').executeTakeFirstOrThrow()
  const { storage } = app.deps.videos
  await storage.append(id, 0, new Blob(['first']).stream(), 5)
  expect((await put(app, uploadUrl, 'later')).status).toBe(200)
  await using upload = await storage.localCopy(id, 'upload')
  expect(await Bun.file(upload.path).text()).toBe('first')
  expect(await app.db.selectFrom('crew_videos').select('status').execute()).toEqual([{ status: 'uploaded' }])
})
