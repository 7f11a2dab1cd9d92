import { afterAll, describe, expect, test } from 'bun:test'
import { newId, type VideoId } from '#contract/ids.ts'
import type { CompletedVideo, CrewVideo } from '#contract/videos/crew-videos.ts'
import { type GoTrueSession, program } from '#server/people/auth/test-support.ts'
import { cookiesOf } from '../../../../tests/support/app.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { clip, hashOf, recordVideo } from '../../../../tests/support/media.ts'
import { banUser, deleteUser } from '../../../../tests/support/states.ts'
import {
  addVideo,
  askSlot,
  complete,
  makeMediaApp,
  put,
  removeDisks,
  sendFile,
  slotOf,
  tus,
} from '../../../../tests/support/uploads.ts'

afterAll(removeDisks)

const bytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))

async function setUp(env: Record<string, string> = {}) {
  const app = await makeMediaApp(env)
  return { app, me: await addSigned(app.db), other: await addSigned(app.db) }
}

describe('POST /api/crew/videos/upload', () => {
  test('answers 401 for a visitor, 403 from another site', async () => {
    const { app, me } = await setUp()
    expect((await askSlot(app, '', { sizeBytes: 5 })).status).toBe(401)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const json = { fileName: 'a.webm', sizeBytes: 5 }
    expect((await app.page('/api/crew/videos/upload', { json, cookie: me.cookie, headers })).status).toBe(403)
  })

  test('answers 400 with all invalid fields; a file name must not be a path', async () => {
    const { app, me } = await setUp()
    const issues = async (json: object) =>
      (await (await app.page('/api/crew/videos/upload', { json, cookie: me.cookie })).json()).issues
    expect(await issues({})).toEqual([
      { path: 'fileName', message: 'Send the name of the file' },
      { path: 'sizeBytes', message: 'Send the size of the video in bytes' },
    ])
    expect(await issues({ fileName: 'a.webm', sizeBytes: 0, durationSec: 'long' })).toEqual([
      { path: 'sizeBytes', message: 'This file is empty. Please choose another one.' },
      { path: 'durationSec', message: 'The duration must be a number of seconds' },
    ])
    for (const fileName of ['../../etc/passwd', '..', 'a\\b.webm', '/abs.webm', 'a\u0000b'])
      expect(await issues({ fileName, sizeBytes: 5 })).toEqual([
        { path: 'fileName', message: 'Use a file name without slashes and control characters' },
      ])
    expect(await issues({ fileName: 'x'.repeat(256), sizeBytes: 5 })).toEqual([
      { path: 'fileName', message: 'File names must be at most 255 characters' },
    ])
    for (const sizeBytes of [-1, 1.5, 1e300])
      expect((await issues({ fileName: 'a', sizeBytes }))[0].path).toBe('sizeBytes')
    expect(app.files()).toEqual([])
  })

  test('answers 413 for more than MAX_UPLOAD_MB', async () => {
    const { app, me } = await setUp({ MAX_UPLOAD_MB: '1' })
    const response = await askSlot(app, me.cookie, { sizeBytes: 1024 * 1024 + 1 })
    expect(response.status).toBe(413)
    expect((await response.json()).message).toBe(
      'This video is larger than 1 MB. Please choose a smaller one.',
    )
  })

  test('answers 429 with too many unfinished uploads, until one is finished or deleted', async () => {
    const { app, me, other } = await setUp({ MAX_UNFINISHED_UPLOADS: '2' })
    const first = await slotOf(app, me.cookie, { sizeBytes: 5 })
    await slotOf(app, me.cookie, { sizeBytes: 5 })
    const rejection = await askSlot(app, me.cookie, { sizeBytes: 5 })
    expect([rejection.status, rejection.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await rejection.json()).message).toContain('You have 2 unfinished uploads.')
    expect((await askSlot(app, other.cookie, { sizeBytes: 5 })).status).toBe(201)
    expect((await tus(app, 'DELETE', first.uploadUrl)).status).toBe(204)
    expect((await askSlot(app, me.cookie, { sizeBytes: 5 })).status).toBe(201)
  })

  test('counts expired uploads towards neither limit, before the sweep deletes them', async () => {
    const { app, me } = await setUp({ MAX_UNFINISHED_UPLOADS: '1', VIDEO_QUOTA_MB: '1' })
    const sizeBytes = 1024 * 1024
    await slotOf(app, me.cookie, { sizeBytes })
    expect((await askSlot(app, me.cookie, { sizeBytes })).status).toBe(429)
    app.setNow(Date.now() + 7 * 86_400_000)
    expect((await askSlot(app, me.cookie, { sizeBytes })).status).toBe(201)
  })

  test('answers 507 beyond the quota, keeping existing videos', async () => {
    const { app, me } = await setUp({ VIDEO_QUOTA_MB: '1' })
    const id = await addVideo(app, me.cookie)
    const rejection = await askSlot(app, me.cookie, { sizeBytes: 1024 * 1024 })
    expect(rejection.status).toBe(507)
    expect(await rejection.json()).toEqual({
      message: 'Your videos would take more than 1 MB. Delete some of them and try again.',
      error: 'no_room',
    })
    expect(app.logs.filter(({ level }) => level === 'error')).toEqual([])
    expect((await complete(app, me.cookie, id)).status).toBe(200)
  })

  test('answers 507 below MIN_FREE_MB', async () => {
    const { app, me } = await setUp({ MIN_FREE_MB: '100000000' })
    const rejection = await askSlot(app, me.cookie, { sizeBytes: 5 })
    expect(rejection.status).toBe(507)
    expect((await rejection.json()).message).toBe(
      'There isn’t enough space for this video right now. Please try again later.',
    )
  })

  test('answers 201: the same key gets the same slot, for its owner; 409 for another size', async () => {
    const { app, me, other } = await setUp()
    const request = { sizeBytes: 5, key: 'item-1' }
    const slot = await slotOf(app, me.cookie, request)
    expect(slot.uploadUrl).toBe(`http://reelstake.test/files/${slot.videoId}?token=${slot.token}`)
    expect(await slotOf(app, me.cookie, request)).toEqual(slot)
    expect((await askSlot(app, me.cookie, { ...request, sizeBytes: 6 })).status).toBe(409)
    expect((await slotOf(app, other.cookie, request)).videoId).not.toBe(slot.videoId)
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toHaveLength(2)
  })
})

describe('PUT of the whole file', () => {
  test('answers 401 without session or token, 404 for another’s slot, even with one’s own token', async () => {
    const { app, me, other } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 5 })
    const theirs = await slotOf(app, other.cookie, { sizeBytes: 5 })
    const plain = slot.uploadUrl.split('?')[0] ?? ''
    expect((await put(app, plain, bytes(5))).status).toBe(401)
    expect((await put(app, `${plain}?token=${theirs.token}`, bytes(5))).status).toBe(401)
    const asOther = { cookie: other.cookie, 'sec-fetch-site': 'same-origin' }
    expect((await put(app, plain, bytes(5), asOther)).status).toBe(404)
    expect((await put(app, `/files/${newId()}`, bytes(5), asOther)).status).toBe(404)
    expect((await put(app, `/files/${newId()}`, bytes(5))).status).toBe(401)
  })

  test('answers 400 for fewer bytes and 413 for more than the slot’s size, keeping nothing; 415 for another type', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 500 })
    const putStream = (size: number) =>
      app.app.request(slot.uploadUrl, {
        method: 'PUT',
        body: new Blob([bytes(size)]).stream(),
        headers: { 'content-type': 'video/webm' },
      })
    expect((await put(app, slot.uploadUrl, bytes(500), { 'content-length': '499' })).status).toBe(400)
    expect((await put(app, slot.uploadUrl, bytes(500), { 'content-length': '501' })).status).toBe(413)
    expect((await putStream(499)).status).toBe(400)
    expect((await putStream(501)).status).toBe(413)
    expect((await put(app, slot.uploadUrl, bytes(500), { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await tus(app, 'HEAD', slot.uploadUrl)).headers.get('upload-offset')).toBe('0')
  })

  test('answers 410 after expiry; the next sweep deletes the bytes', async () => {
    const { app, me } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 5, key: 'a' })
    app.setNow(Date.now() + 7 * 86_400_000)
    for (const method of ['PUT', 'HEAD', 'PATCH', 'DELETE'])
      expect((await tus(app, method, slot.uploadUrl)).status).toBe(410)
    const read = await app.page(`/api/crew/videos/${slot.videoId}`, { cookie: me.cookie })
    expect(read.status).toBe(410)
    const late = await complete(app, me.cookie, slot.videoId)
    expect([late.status, (await late.json()).message]).toEqual([
      410,
      'This upload has expired. Please start it again.',
    ])
    const again = await slotOf(app, me.cookie, { sizeBytes: 5, key: 'a' })
    expect(again.videoId).not.toBe(slot.videoId)
  })

  test('answers 200 and identical bytes, with a cookie or the token alone; idempotent', async () => {
    const { app, me } = await setUp()
    const path = clip({ seconds: 10 })
    const slot = await slotOf(app, me.cookie, { sizeBytes: Bun.file(path).size })
    expect((await put(app, slot.uploadUrl, Bun.file(path))).status).toBe(200)
    expect((await put(app, slot.uploadUrl, 'nonsense')).status).toBe(200)
    const done: CompletedVideo = await (await complete(app, me.cookie, slot.videoId)).json()
    const response = await app.page(done.video_url ?? '')
    expect(await hashOf(await response.blob())).toBe(await hashOf(path))
    expect((await put(app, slot.uploadUrl, 'nonsense')).status).toBe(200)
    const head = await tus(app, 'HEAD', slot.uploadUrl)
    expect(head.headers.get('upload-offset')).toBe(String(Bun.file(path).size))
  })
})

describe('POST /api/crew/videos/:id/complete', () => {
  test('answers 401, 404 for another’s, 409 before the upload is complete', async () => {
    const { app, me, other } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 5 })
    expect((await complete(app, '', slot.videoId)).status).toBe(401)
    expect((await complete(app, other.cookie, slot.videoId)).status).toBe(404)
    const early = await complete(app, me.cookie, slot.videoId)
    expect([early.status, (await early.json()).message]).toEqual([
      409,
      'The upload is not finished: 0 of 5 bytes have arrived.',
    ])
  })

  test('answers 200 three times at once and once more: one video, one job', async () => {
    const { app, me } = await setUp()
    const path = clip({ seconds: 10 })
    const slot = await slotOf(app, me.cookie, { sizeBytes: Bun.file(path).size })
    await put(app, slot.uploadUrl, Bun.file(path))
    const three = [1, 2, 3].map(() => complete(app, me.cookie, slot.videoId))
    for (const response of [...(await Promise.all(three)), await complete(app, me.cookie, slot.videoId)]) {
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ id: slot.videoId, status: 'ready', duration_sec: 10 })
    }
    const jobs = await app.db.selectFrom('jobs').select('kind').where('kind', '!=', 'video-check').execute()
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['video-convert', 'video-prepare'])
  })

  test('answers 409 while another request sends the bytes again, and keeps the upload', async () => {
    const { app, me } = await setUp()
    const file = Bun.file(clip({ seconds: 10 }))
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size })
    const { locker, storage } = app.deps.videos
    const id = slot.videoId as VideoId
    const lock = locker.newLock(id)
    await lock.lock(new AbortController().signal, async () => {
      await storage.restart(id)
      await lock.unlock()
    })
    await storage.append(id, 0, file.stream(), file.size)
    expect((await complete(app, me.cookie, id)).status).toBe(409)
    expect((await put(app, slot.uploadUrl, file)).status).toBe(200)
    expect((await complete(app, me.cookie, id)).status).toBe(200)
  })

  test('answers 404 when it is deleted during the check, leaving no files', async () => {
    const { app, me } = await setUp()
    const file = Bun.file(clip({ seconds: 10 }))
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size })
    await put(app, slot.uploadUrl, file)
    const looking = complete(app, me.cookie, slot.videoId)
    const { checking } = app.deps.videos
    while (checking.size === 0) await new Promise(resolve => setImmediate(resolve))
    const deletion = await app.page(`/api/crew/videos/${slot.videoId}`, {
      method: 'DELETE',
      cookie: me.cookie,
    })
    expect([deletion.status, (await looking).status]).toEqual([204, 404])
    await app.runJobs()
    expect(app.files()).toEqual([])
    expect(await app.db.selectFrom('jobs').select('kind').where('state', '=', 'failed').execute()).toEqual([])
  })

  test('answers 200 for a browser’s recording without a duration in its header', async () => {
    const { app, me } = await setUp()
    const done: CompletedVideo = await (await sendFile(app, me.cookie, recordVideo(12))).json()
    expect(done.duration_sec).toBeCloseTo(12, 0)
  })
})

describe('GET and DELETE /api/crew/videos/:id', () => {
  test('answers 401, 404 for another’s; 200 with its progress', async () => {
    const { app, me, other } = await setUp()
    const slot = await slotOf(app, me.cookie, { sizeBytes: 10 })
    await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '0' }, bytes(4))
    const path = `/api/crew/videos/${slot.videoId}`
    expect((await app.page(path)).status).toBe(401)
    expect((await app.page(path, { cookie: other.cookie })).status).toBe(404)
    const video: CrewVideo = await (await app.page(path, { cookie: me.cookie })).json()
    expect(video).toMatchObject({ status: 'uploading', receivedBytes: 4, sizeBytes: 10, videoUrl: null })
  })

  test('answers 204: deletes an unposted video and its files', async () => {
    const { app, me, other } = await setUp()
    const id = await addVideo(app, me.cookie)
    const remove = (cookie: string) => app.page(`/api/crew/videos/${id}`, { method: 'DELETE', cookie })
    expect((await remove(other.cookie)).status).toBe(404)
    expect((await remove(me.cookie)).status).toBe(204)
    await app.runJobs()
    expect(app.files()).toEqual([])
  })
})

test('a locked site accepts uploads by token only', async () => {
  const app = await makeMediaApp({ SITE_GATE: 'on', SITE_PASSWORD: 'fish' })
  const response = await app.page('/api/validate-password', { json: { password: 'fish' } })
  const signUp = {
    json: { email: 'ann@example.org', password: 'marlin-1' },
    headers: { cookie: cookiesOf(response) },
  }
  const { access_token }: GoTrueSession = await (await program(app, '/signup', signUp)).json()
  const authorization = `Bearer ${access_token}`
  const upload = { 'upload-length': '5', 'upload-metadata': `filename ${btoa('a.webm')}` }
  const creation = await tus(app, 'POST', '/files', { authorization, ...upload })
  expect(creation.status).toBe(201)
  const location = creation.headers.get('location') ?? ''
  expect((await tus(app, 'HEAD', location, { authorization })).status).toBe(200)
  expect((await tus(app, 'HEAD', location)).status).toBe(403)
  expect((await tus(app, 'POST', '/files', upload)).status).toBe(403)
})

test('a link to upload outlives the session, but ends with a ban and with the account', async () => {
  const { app, me } = await setUp()
  const slot = await slotOf(app, me.cookie, { sizeBytes: 5 })
  const reads = async () => (await tus(app, 'HEAD', slot.uploadUrl)).status
  expect((await app.page('/api/auth/sign-out', { json: {}, cookie: me.cookie })).status).toBe(204)
  expect(await reads()).toBe(200)
  const patch = () => tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '0' }, bytes(5))
  const requestAll = async () => {
    const answers = [
      await put(app, slot.uploadUrl, bytes(5)),
      await patch(),
      await tus(app, 'DELETE', slot.uploadUrl),
    ]
    return [...answers.map(({ status }) => status), await reads()]
  }
  await banUser(app.db, me.id)
  expect(await requestAll()).toEqual([401, 401, 401, 401])
  await banUser(app.db, me.id, null)
  expect(await reads()).toBe(200)
  await deleteUser(app.db, me.id)
  expect(await requestAll()).toEqual([401, 401, 401, 401])
})

test('on a locked site a token opens its own upload only', async () => {
  const app = await makeMediaApp({ SITE_GATE: 'on', SITE_PASSWORD: 'fish' })
  const gateCookie = cookiesOf(await app.page('/api/validate-password', { json: { password: 'fish' } }))
  const { cookie } = await addSigned(app.db)
  const slot = await slotOf(app, `${cookie}; ${gateCookie}`, { sizeBytes: 5 })
  const other = await slotOf(app, `${cookie}; ${gateCookie}`, { sizeBytes: 5, key: 'other' })
  const withToken = (path: string) => `${path}?token=${slot.token}`
  for (const rejection of [
    await put(app, withToken(new URL(other.uploadUrl).pathname), 'other'),
    await put(app, `/files/${slot.videoId}?token=${slot.token.slice(1)}`, 'wrong'),
    await put(app, `/files/${slot.videoId}`, 'plain'),
    await tus(app, 'POST', withToken('/files'), { 'upload-length': '5' }),
    await app.page(withToken('/api/crew/videos')),
    await app.page(withToken(`/api/crew/videos/${slot.videoId}`)),
  ])
    expect([rejection.status, (await rejection.json()).error]).toEqual([403, 'site_locked'])
  expect((await tus(app, 'HEAD', slot.uploadUrl)).status).toBe(200)
  expect((await tus(app, 'HEAD', slot.uploadUrl)).headers.get('upload-offset')).toBe('0')
  expect((await put(app, slot.uploadUrl, 'bytes')).status).toBe(200)
})
