import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { day, hour } from '#contract/time.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { holdDirectory } from '#server/db/sqlite/hold.ts'
import { deleteVideo, sweepVideos } from '#server/videos/crew-videos/index.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { dot } from '../../../../tests/support/picture.ts'
import { addRows, changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { failure } from '../../../../tests/support/s3-double.ts'
import {
  addVideo,
  filesBelow,
  type MediaApp,
  makeBucket,
  makeMediaApp,
  removeDisks,
} from '../../../../tests/support/uploads.ts'
import { sweepObjects } from './drop-objects.ts'

setDefaultTimeout(120_000)
afterAll(removeDisks)

const start = 1_800_000_000_000

const away = () => failure(503, 'ServiceUnavailable')

async function makeSite(env: Record<string, string> = {}) {
  const bucket = makeBucket()
  const app = await makeMediaApp({ STORAGE: bucket.storage, ...bucket.env, ...env })
  app.setNow(start)
  const me = await addSigned(app.db)
  return { bucket, app, me, onDisk: () => onDisk(app) }
}

const onDisk = ({ deps }: MediaApp) => filesBelow(join(deps.env.dataDir, 'uploads'))
const storage = (app: MediaApp) =>
  admin(app, 'doctor', '--json').then(
    ({ out }) =>
      JSON.parse(out[0] ?? '').checks.find(({ id }: { id: string }) => id === 'storage') as {
        state: string
        text: string
      },
  )

/** All jobs of it are done, and its original is gone. @returns its address in the API */
async function addFinishedVideo(app: MediaApp, cookie: string) {
  const id = await addVideo(app, cookie)
  await app.runJobs()
  app.setNow(app.deps.now() + hour)
  await app.runJobs()
  return { id, path: `/api/crew/videos/${id}` }
}

const sendPicture = (app: MediaApp, cookie: string) =>
  app.app.request('http://reelstake.test/api/images', {
    method: 'POST',
    body: dot.buffer,
    headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin', cookie },
  })

async function addPicture(app: MediaApp, cookie: string): Promise<string> {
  const response = await sendPicture(app, cookie)
  expect(response.status).toBe(201)
  return (await response.json()).url
}

describe('files with STORAGE=s3://', () => {
  test('that the bucket refuses: a picture isn’t accepted, and a video waits on the disk for its owner', async () => {
    const { app, bucket, me, onDisk } = await makeSite({ FFMPEG_PATH: 'off' })
    bucket.intercept = away
    const response = await sendPicture(app, me.cookie)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await response.json()).message).toBe(
      'This picture can’t be saved right now. Please try again in a minute.',
    )
    const id = await addVideo(app, me.cookie)
    await app.runJobs()
    expect(onDisk()).toEqual([`videos/stored/${id}/original`])
    const job = app.db.selectFrom('jobs').select(['state', 'last_error']).where('kind', '=', 'video-prepare')
    expect(await job.executeTakeFirst()).toMatchObject({
      state: 'waiting',
      last_error: expect.stringContaining('ServiceUnavailable'),
    })
    expect((await video(app, me.cookie, id)).byteLength).toBeGreaterThan(1000)
    // Longer than a month of tries would be a bucket that is gone.
    for (let days = 1; days < 20; days += 1) {
      app.setNow(start + days * 24 * hour)
      await app.runJobs()
    }
    bucket.intercept = null
    app.setNow(start + 20 * 24 * hour)
    await app.runJobs()
    expect(bucket.files()).toEqual([`site/videos/stored/${id}/web`])
  })

  test.each([true, false])('whose bytes changed on their way are not stored (tags: %p)', async hasTags => {
    const { app, bucket, me, onDisk } = await makeSite()
    bucket.hasTags = hasTags
    // A service that ignores the checksum.
    bucket.intercept = (method, key) => {
      if (method !== 'PUT' || !key.endsWith('.webp')) return null
      bucket.objects.set(key, new Uint8Array(100))
      return new Response(null)
    }
    expect((await sendPicture(app, me.cookie)).status).toBe(503)
    const query = app.db.selectFrom('bucket_files').selectAll().where('drop_at', 'is', null)
    expect([onDisk(), await query.execute()]).toEqual([[], []])
    bucket.intercept = null
    await addPicture(app, me.cookie)
    expect(onDisk()).toEqual([])
  })

  test('are in the bucket at once, shown from there, and deleted there', async () => {
    const { app, bucket, me, onDisk } = await makeSite({ FFMPEG_PATH: 'off' })
    const picture = await addPicture(app, me.cookie)
    expect([onDisk(), bucket.files()]).toEqual([[], [`site${picture}`]])
    const id = await addVideo(app, me.cookie)
    await app.runJobs()
    // The original is deleted an hour later.
    expect(onDisk()).toEqual([`videos/stored/${id}/original`])
    expect(bucket.files()).toEqual([`site${picture}`, `site/videos/stored/${id}/web`])
    const before = await video(app, me.cookie, id)
    app.setNow(start + hour)
    await app.runJobs()
    expect(onDisk()).toEqual([])
    expect(existsSync(join(app.deps.env.dataDir, `uploads/videos/stored/${id}`))).toBe(false)
    app.setNow(start)
    expect(await video(app, me.cookie, id)).toEqual(before)
    expect((await app.page(picture)).status).toBe(200)

    await inTransaction(app.db, trx => deleteVideo(trx, id, app.deps.now()))
    await app.runJobs()
    await app.dropObjects()
    expect(bucket.files()).toEqual([`site${picture}`])
    expect((await app.deps.videos.storage.read(id, 'web')) === null).toBe(true)
  })

  test('a file that is only in a bucket that is away: 503, and its headers still', async () => {
    const { app, bucket, me } = await makeSite({ FFMPEG_PATH: 'off' })
    const { path } = await addFinishedVideo(app, me.cookie)
    const picture = await addPicture(app, me.cookie)
    const { videoUrl } = await (await app.page(path, { cookie: me.cookie })).json()
    const etag = (await app.page(videoUrl, { method: 'HEAD' })).headers.get('etag') ?? ''
    bucket.intercept = away
    for (const url of [videoUrl, picture]) {
      const answer = await app.page(url)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
      expect((await answer.json()).message).toBe(
        'This file can’t be shown right now. Please try again in a minute.',
      )
    }
    expect((await app.page(videoUrl, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('objects that can’t be deleted don’t hold back others, and are told', async () => {
    const { app, bucket } = await makeSite()
    const rowOf = (place: string) => (_: unknown, at: number) => ({
      path: `images/${place.length}-${at}.webp`,
      owner_id: '',
      place,
      size_bytes: 1,
      modified_at: 1,
      sha256: '',
      drop_at: place === bucket.storage ? start : start - 1000 + at,
    })
    const undeletable = [
      ...Array.from({ length: 300 }, rowOf('s3://old-bucket/site')),
      ...Array.from({ length: 3 }, rowOf(bucket.storage)),
    ]
    await addRows(app.db, 'bucket_files', ...undeletable)
    bucket.intercept = (method, key) =>
      method === 'DELETE' && key.endsWith('-1.webp') ? failure(403, 'AccessDenied') : null
    await app.dropObjects()
    await app.dropObjects()
    const lines = app.logs.filter(({ message }) => /bucket/.test(String(message)))
    expect(lines).toMatchObject([
      { reason: expect.stringContaining("s3://old-bucket/site can't be used: NoSuchBucket.") },
    ])
    const query = app.db.selectFrom('bucket_files').select('path').where('drop_at', '=', start)
    expect(await query.execute()).toEqual([{ path: `images/${bucket.storage.length}-1.webp` }])
  })

  test('an object whose row was never made, as after a crash, is deleted after a day', async () => {
    const { app, bucket, me } = await makeSite()
    // The bucket stores it; what it answers afterwards is lost.
    bucket.intercept = (method, key) =>
      method === 'HEAD' && bucket.objects.has(key) ? failure(500, 'InternalError') : null
    expect((await sendPicture(app, me.cookie)).status).toBe(503)
    bucket.intercept = null
    expect(bucket.files()).toHaveLength(1)
    app.setNow(start + day - 1)
    await app.dropObjects()
    expect(bucket.files()).toHaveLength(1)
    app.setNow(start + day)
    await app.dropObjects()
    expect(bucket.files()).toEqual([])
    expect(await app.db.selectFrom('bucket_files').selectAll().execute()).toEqual([])
  })

  test('an object that is being stored is not deleted, nor does it hold back others', async () => {
    const { app, bucket, me } = await makeSite()
    const urls = [await addPicture(app, me.cookie), await addPicture(app, me.cookie)]
    const [path = ''] = urls.map(url => url.slice(1))
    await changeRows(app.db, 'bucket_files', { drop_at: start })
    await app.deps.db.locks.acquire(`file ${path}`)
    await app.dropObjects()
    expect(bucket.files()).toEqual([`site/${path}`])
    await changeRows(app.db, 'bucket_files', { drop_at: null })
    await app.deps.db.locks.release(`file ${path}`)
    await app.dropObjects()
    expect((await app.page(`/${path}`)).status).toBe(200)
  })

  test('objects whose picture has no row are deleted after an hour', async () => {
    const { app, bucket, me } = await makeSite()
    await addPicture(app, me.cookie)
    await sweepObjects(app.deps)
    await removeRows(app.db, 'images')
    await changeRows(app.db, 'bucket_files', { modified_at: start - hour })
    await sweepObjects(app.deps)
    await app.dropObjects()
    expect(bucket.files().length).toBe(1)
    app.setNow(start + 1)
    await sweepObjects(app.deps)
    await app.dropObjects()
    expect(bucket.files()).toEqual([])
  })

  test('a copy of the site shows the files, but stores and deletes none until it takes them over', async () => {
    const { app, bucket, me } = await makeSite()
    const picture = await addPicture(app, me.cookie)
    const files = bucket.files()
    // The copy was restored elsewhere: it has the same database, but not the original's files.
    const copy = await makeMediaApp({ STORAGE: bucket.storage, ...bucket.env }, app.db)
    copy.setNow(start)
    expect((await copy.page(picture)).status).toBe(200)
    expect((await sendPicture(copy, me.cookie)).status).toBe(503)
    await changeRows(app.db, 'bucket_files', { drop_at: start })
    await copy.dropObjects()
    expect(copy.logs).toContainEqual(
      expect.objectContaining({
        reason: expect.stringMatching(
          /^s3:\/\/marina\/site belongs to another installation: nothing is stored/,
        ),
      }),
    )
    const toDisk = await makeMediaApp({ DATA_DIR: copy.deps.env.dataDir, ...bucket.env }, app.db)
    expect(await admin(toDisk, 'move-storage', '--to', 'disk')).toMatchObject({ code: 1 })
    expect([onDisk(copy), bucket.files()]).toEqual([[], files])

    expect((await admin(copy, 'take-storage')).out).toEqual([
      `This installation now stores and deletes files in ${bucket.storage}.`,
    ])
    await copy.dropObjects()
    const url = await addPicture(copy, me.cookie)
    expect(bucket.files()).toEqual([`site${url}`])
    expect((await sendPicture(app, me.cookie)).status).toBe(503)
  })

  test('"Download my data" holds files that are in the bucket', async () => {
    const { app, bucket, me } = await makeSite({ FFMPEG_PATH: 'off' })
    await addFinishedVideo(app, me.cookie)
    await addPicture(app, me.cookie)
    await app.page('/api/data-export', { json: {}, cookie: me.cookie })
    await app.runJobs()
    const { file } = await (await app.page('/api/data-export', { cookie: me.cookie })).json()
    const zip = Buffer.from(await (await app.page(file.url, { cookie: me.cookie })).arrayBuffer())
    // Media are not compressed.
    for (const key of bucket.files()) expect(zip.includes(bucket.objects.get(key) ?? '-')).toBe(true)
  })

  test('ffmpeg gets a copy of a file in the bucket, which goes afterwards', async () => {
    const { app, me, onDisk } = await makeSite({ FFMPEG_PATH: 'off' })
    const { id } = await addFinishedVideo(app, me.cookie)
    await changeRows(app.db, 'bucket_files', { modified_at: 1 })
    {
      await using copy = await app.deps.videos.storage.localCopy(id, 'web')
      expect(onDisk()).toEqual([copy.path.slice(join(app.deps.env.dataDir, 'uploads/').length)])
      await sweepVideos(app.deps)
      expect(onDisk()).toHaveLength(1)
    }
    expect(onDisk()).toEqual([])
  })
})

describe('bun run admin move-storage', () => {
  let site: Awaited<ReturnType<typeof makeSite>>
  let toDisk: MediaApp
  let id: string
  let etag: string | null

  beforeAll(async () => {
    site = await makeSite({ FFMPEG_PATH: 'off' })
    const { app, bucket, me } = site
    toDisk = await makeMediaApp({ DATA_DIR: app.deps.env.dataDir, ...bucket.env, FFMPEG_PATH: 'off' }, app.db)
    toDisk.setNow(start)
    ;({ id } = await addFinishedVideo(toDisk, me.cookie))
    await addPicture(toDisk, me.cookie)
    app.setNow(toDisk.deps.now())
    const { videoUrl } = await (await app.page(`/api/crew/videos/${id}`, { cookie: me.cookie })).json()
    etag = (await app.page(videoUrl, { method: 'HEAD' })).headers.get('etag')
  })

  test('takes --to s3 or disk, as STORAGE says', async () => {
    expect((await admin(site.app, 'move-storage')).code).toBe(2)
    expect((await admin(site.app, 'move-storage', '--to', 'tape')).code).toBe(2)
    expect(await admin(site.app, 'move-storage', '--to', 'disk')).toMatchObject({ code: 1 })
    expect((await admin(toDisk, 'move-storage', '--to', 's3')).out).toEqual([
      'STORAGE names no bucket. Set STORAGE=s3://bucket/prefix and the S3_… variables, and try again.',
    ])
  })

  test('is refused while the server runs, and moves nothing', async () => {
    const { app, bucket } = site
    const release = holdDirectory(join(app.deps.env.dataDir, 'db'), () => new Error('held'))
    expect(await admin(app, 'move-storage', '--to', 's3')).toEqual({
      code: 1,
      out: ['The server is running. Stop it first: files are moved while nothing else uses them.'],
    })
    release()
    bucket.intercept = away
    expect(await admin(app, 'move-storage', '--to', 's3')).toMatchObject({ code: 1 })
    bucket.intercept = null
    expect([site.onDisk().length, bucket.files()]).toEqual([2, []])
  })

  test('moves all files to the bucket; one that fails doesn’t hold back the others', async () => {
    const { app, bucket, onDisk } = site
    bucket.intercept = (method, key) =>
      method === 'PUT' && key.endsWith('.webp') ? failure(400, 'EntityTooLarge') : null
    const result = await admin(app, 'move-storage', '--to', 's3')
    expect([result.code, onDisk().length, bucket.files().length]).toEqual([1, 1, 1])
    expect(result.out.at(-1)).toMatch(/^1 file was not moved\. .*EntityTooLarge/)
    bucket.intercept = null
    const { code, out } = await admin(app, 'move-storage', '--to', 's3')
    expect([code, out.at(-1), onDisk(), bucket.files().length]).toEqual([0, 'Moved 1 file.', [], 2])
    expect(await admin(app, 'move-storage', '--to', 's3')).toEqual({
      code: 0,
      out: [`Nothing was left to move: all 2 files are in ${bucket.storage}.`],
    })
  })

  test('a server without STORAGE shows them still, and says so', async () => {
    expect((await video(toDisk, site.me.cookie, id)).byteLength).toBeGreaterThan(1000)
    expect(await storage(toDisk)).toMatchObject({ state: 'note' })
    expect((await storage(toDisk)).text).toStartWith(
      `STORAGE doesn’t name the place of 2 files in ${site.bucket.storage}.`,
    )
    const without = await makeMediaApp({ DATA_DIR: site.app.deps.env.dataDir }, site.app.db)
    expect(await storage(without)).toMatchObject({
      state: 'risk',
      text: `2 files are in ${site.bucket.storage}, but the S3_… variables are missing: pages can’t show them. Set the variables again. To move the files to the disk, stop the server: bun run admin move-storage --to disk`,
    })
  })

  test('an object that is damaged is told and left; the others are moved, and nothing twice', async () => {
    const { bucket } = site
    const [key = ''] = bucket.files().filter(name => name.endsWith('/web'))
    const whole = bucket.objects.get(key) ?? new Uint8Array()
    const damagedBytes = whole.slice()
    damagedBytes[100] = (damagedBytes[100] ?? 0) ^ 1
    bucket.objects.set(key, damagedBytes)
    const result = await admin(toDisk, 'move-storage', '--to', 'disk')
    expect(result).toMatchObject({ code: 1 })
    expect(result.out.at(-1)).toMatch(/^1 file was not moved. .* is damaged: its checksum is wrong.$/)
    expect(onDisk(toDisk)).toHaveLength(1)
    bucket.objects.set(key, whole)
    bucket.requests = []
    expect((await admin(toDisk, 'move-storage', '--to', 'disk')).out).toEqual(['Moved 1 file.'])
    expect(bucket.requests.some(request => request.startsWith('GET site/images/'))).toBe(false)
    expect(bucket.files()).toEqual([])
    expect(onDisk(toDisk)).toHaveLength(2)
  })

  test('the ETag of a video is the same everywhere, so that players go on', async () => {
    const { videoUrl } = await (
      await toDisk.page(`/api/crew/videos/${id}`, { cookie: site.me.cookie })
    ).json()
    expect((await toDisk.page(videoUrl, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
    expect(await storage(toDisk)).toMatchObject({ state: 'ok' })
  })
})

async function video(app: MediaApp, cookie: string, id: string): Promise<ArrayBuffer> {
  const { videoUrl } = await (await app.page(`/api/crew/videos/${id}`, { cookie })).json()
  const answer = await app.page(videoUrl)
  expect(answer.status).toBe(200)
  return answer.arrayBuffer()
}
