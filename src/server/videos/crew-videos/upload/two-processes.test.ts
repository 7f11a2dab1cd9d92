import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataExport } from '#contract/site/data-exports.ts'
import type { CompletedVideo } from '#contract/videos/crew-videos.ts'
import { shareFiles } from '#server/jobs/share-files.ts'
import { addSigned } from '../../../../../tests/support/factories.ts'
import { clip, hashOf } from '../../../../../tests/support/media.ts'
import { dot } from '../../../../../tests/support/picture.ts'
import { failure } from '../../../../../tests/support/s3-double.ts'
import { makeTestDb, openAgain } from '../../../../../tests/support/test-database.ts'
import { unzip } from '../../../../../tests/support/unzip.ts'
import {
  addVideo,
  asShared,
  complete,
  filesBelow,
  type MediaApp,
  makeBucket,
  makeMediaApp,
  put,
  removeDisks,
  slotOf,
  tus,
} from '../../../../../tests/support/uploads.ts'
import { sweepVideos } from '../storage/sweep.ts'

setDefaultTimeout(60_000)
afterAll(removeDisks)

const settingsOf = (bucket: ReturnType<typeof makeBucket>) => ({
  STORAGE: bucket.storage,
  ...bucket.env,
  FFMPEG_PATH: 'off',
})

/** Two processes of a site: one database, one bucket, a DATA_DIR each. */
async function makeSite() {
  const bucket = makeBucket()
  const env = settingsOf(bucket)
  const db = await makeTestDb()
  const a = await makeMediaApp(env, await asShared(db))
  const b = await makeMediaApp(env, await asShared(openAgain(db)))
  // SQLite names no installation.
  for (const { deps } of [a, b]) writeFileSync(join(deps.env.dataDir, 'db', 'storage.id'), 'one site')
  return { a, b, bucket, cookie: (await addSigned(db)).cookie }
}

const uploadsOf = ({ deps }: MediaApp) => join(deps.env.dataDir, 'uploads')
const onDisk = (app: MediaApp) => filesBelow(uploadsOf(app))
const bytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))
const offsetAt = async (app: MediaApp, url: string) =>
  Number((await tus(app, 'HEAD', url)).headers.get('upload-offset'))
const patch = (app: MediaApp, url: string, offset: number, body: Blob | Uint8Array<ArrayBuffer>) =>
  tus(app, 'PATCH', url, { 'upload-offset': String(offset) }, body)

test('an upload that was begun at one process is continued, completed and played through another', async () => {
  const { a, b, bucket, cookie } = await makeSite()
  const path = clip({ seconds: 10 })
  const file = Bun.file(path)
  const { uploadUrl, videoId } = await slotOf(a, cookie, { sizeBytes: file.size })
  const part = Math.ceil(file.size / 3)
  expect((await patch(a, uploadUrl, 0, file.slice(0, part))).headers.get('upload-offset')).toBe(String(part))
  rmSync(uploadsOf(a), { recursive: true, force: true })
  expect(await offsetAt(b, uploadUrl)).toBe(part)
  expect((await patch(b, uploadUrl, part, file.slice(part, 2 * part))).status).toBe(204)
  expect((await patch(a, uploadUrl, 2 * part, file.slice(2 * part))).status).toBe(204)
  const completion = await complete(b, cookie, videoId)
  expect(completion.status).toBe(200)
  expect(bucket.files()).toEqual([`site/videos/stored/${videoId}/original`])
  const { video_url: url }: CompletedVideo = await completion.json()
  for (const app of [a, b])
    expect(await hashOf(await (await app.page(url ?? '')).blob())).toBe(await hashOf(path))
  const range = await a.page(url ?? '', { headers: { range: 'bytes=100-199' } })
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 100-199/${file.size}`])
  await a.runJobs()
  expect([onDisk(a), onDisk(b)]).toEqual([[], []])
  expect(bucket.files().sort()).toEqual(
    ['original', 'web'].map(name => `site/videos/stored/${videoId}/${name}`),
  )
  expect((await complete(a, cookie, videoId)).status).toBe(200)
})

test('of two requests that send at both processes one is refused, and no byte is lost or doubled', async () => {
  const { a, b, cookie } = await makeSite()
  const body = bytes(6_000_000)
  const { uploadUrl } = await slotOf(a, cookie, { sizeBytes: body.length })
  for (let offset = 0; offset < body.length; ) {
    const slice = body.slice(offset, offset + 1_500_000)
    const answers = await Promise.all([a, b].map(app => patch(app, uploadUrl, offset, slice)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    offset = await offsetAt(a, uploadUrl)
  }
  const video = await a.db.selectFrom('crew_videos').selectAll().executeTakeFirstOrThrow()
  expect(video.status).toBe('uploaded')
  await using copy = await b.deps.videos.storage.localCopy(video.id, 'upload')
  expect(Buffer.compare(await Bun.file(copy.path).bytes(), body)).toBe(0)
})

test('a request at one process stops one at the other that waits for its client', async () => {
  const { a, b, cookie } = await makeSite()
  const body = bytes(20)
  const { uploadUrl } = await slotOf(a, cookie, { sizeBytes: body.length })
  let isSent = false
  const stuck = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!isSent) controller.enqueue(body.slice(0, 8))
      isSent = true
    },
  })
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const waiting = a.app.request(uploadUrl, { method: 'PATCH', headers, body: stuck })
  while (!isSent) await Bun.sleep(1)
  await Bun.sleep(50)
  const start = performance.now()
  expect(await offsetAt(b, uploadUrl)).toBe(8)
  expect(performance.now() - start).toBeLessThan(1000)
  await waiting
  expect((await patch(b, uploadUrl, 8, body.slice(8))).status).toBe(204)
})

test('while the bucket is away nothing is acknowledged: 503, and HEAD tells the truth afterwards', async () => {
  const { a, b, bucket, cookie } = await makeSite()
  const body = bytes(3000)
  const { uploadUrl, videoId } = await slotOf(a, cookie, { sizeBytes: body.length })
  await patch(a, uploadUrl, 0, body.slice(0, 1000))
  bucket.intercept = () => failure(503, 'ServiceUnavailable')
  const answers = [
    await patch(a, uploadUrl, 1000, body.slice(1000)),
    await put(b, uploadUrl, body),
    await complete(b, cookie, videoId),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await answer.json()).error).toBe('unavailable')
  }
  // The bucket stores, and its answer is lost.
  bucket.intercept = (method, key) => {
    if (method !== 'PUT' || !key.includes('/incoming/')) return null
    bucket.objects.set(key, new Uint8Array(body.slice(0, Number(key.split('-').at(-1)))))
    return failure(500, 'InternalError')
  }
  expect((await patch(a, uploadUrl, 1000, body.slice(1000, 2000))).status).toBe(503)
  bucket.intercept = null
  expect(await offsetAt(b, uploadUrl)).toBe(2000)
  expect((await patch(b, uploadUrl, 2000, body.slice(2000))).status).toBe(204)
})

test('a video that both processes check is accepted once', async () => {
  const { a, b, bucket, cookie } = await makeSite()
  const file = Bun.file(clip({ seconds: 10 }))
  const { uploadUrl, videoId } = await slotOf(a, cookie, { sizeBytes: file.size })
  await put(a, uploadUrl, file)
  const answers = await Promise.all([a, b].map(app => complete(app, cookie, videoId)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(bucket.files()).toEqual([`site/videos/stored/${videoId}/original`])
  const jobs = a.db.selectFrom('jobs').select('kind').where('kind', '=', 'video-prepare')
  expect(await jobs.execute()).toHaveLength(1)
})

/** Has the other process do something before the n-th list of the bucket's objects is answered. */
function beforeList(
  { bucket }: Awaited<ReturnType<typeof makeSite>>,
  n: number,
  act: () => Promise<unknown>,
) {
  let lists = 0
  bucket.intercept = async (method, key) => {
    if (method !== 'GET' || key !== '' || ++lists < n) return null
    bucket.intercept = null
    await act()
    return null
  }
}

test('a video that one process accepts while the other fetches it stays accepted', async () => {
  const site = await makeSite()
  const { a, b, bucket, cookie } = site
  const file = Bun.file(clip({ seconds: 10 }))
  const { uploadUrl, videoId } = await slotOf(a, cookie, { sizeBytes: file.size })
  await put(a, uploadUrl, file)
  // The first list tells how much has arrived, the second one what to fetch.
  beforeList(site, 2, () => complete(b, cookie, videoId))
  expect((await complete(a, cookie, videoId)).status).toBe(200)
  expect(await a.db.selectFrom('crew_videos').select(['status', 'refusal']).execute()).toEqual([
    { status: 'ready', refusal: null },
  ])
  expect(bucket.files()).toEqual([`site/videos/stored/${videoId}/original`])
})

test('a file that one process refuses while the other looks how much has arrived stays refused', async () => {
  const site = await makeSite()
  const { a, b, cookie } = site
  const { uploadUrl, videoId } = await slotOf(a, cookie, { sizeBytes: 20 })
  await put(a, uploadUrl, bytes(20))
  beforeList(site, 1, () => complete(b, cookie, videoId))
  expect((await complete(a, cookie, videoId)).status).toBe(422)
  expect(await a.db.selectFrom('crew_videos').select('status').execute()).toEqual([{ status: 'refused' }])
})

test('an upload that was given up is deleted in the bucket, by whichever process sweeps', async () => {
  const { a, b, bucket, cookie } = await makeSite()
  const { uploadUrl } = await slotOf(a, cookie, { sizeBytes: 10 })
  await patch(a, uploadUrl, 0, bytes(4))
  const orphan = 'site/videos/incoming/01a21ae6-b182-70fd-a67c-22ec2e0363f0/0-4'
  bucket.objects.set(orphan, bytes(4))
  expect(await sweepVideos(b.deps)).toMatchObject({ expired: 0, orphans: 1 })
  expect(bucket.files()).toHaveLength(1)
  b.setNow(Date.now() + 8 * 86_400_000)
  expect(await sweepVideos(b.deps)).toMatchObject({ expired: 1 })
  await b.runJobs()
  expect(bucket.files()).toEqual([])
})

test('a picture and an archive of a person’s data are in the bucket before they are acknowledged', async () => {
  const { a, b, bucket, cookie } = await makeSite()
  const response = await a.app.request('http://reelstake.test/api/images', {
    method: 'POST',
    body: dot.buffer,
    headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin', cookie },
  })
  const { url } = await response.json()
  expect([response.status, (await b.page(url)).status]).toEqual([201, 200])
  expect((await a.page('/api/data-export', { method: 'POST', cookie })).status).toBe(202)
  await a.runJobs()
  const { file }: DataExport = await (await b.page('/api/data-export', { cookie })).json()
  if (file === null) throw new Error('no file')
  const answer = await b.page(file.url, { cookie })
  expect([...unzip(await answer.bytes()).keys()]).toEqual([
    'README.txt',
    'data.json',
    `files/pictures${url.slice(7)}`,
  ])
  const part = await b.page(file.url, { cookie, headers: { range: 'bytes=0-99' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-99/${file.bytes}`])
  expect([onDisk(a), filesBelow(join(a.deps.env.dataDir, 'db', 'exports'))]).toEqual([[], []])
  expect(bucket.files()).toHaveLength(2)
})

test('a site that one process served: its files go to the bucket, and uploads can be finished', async () => {
  const bucket = makeBucket()
  const db = await makeTestDb()
  const alone = await makeMediaApp(settingsOf(bucket), Object.assign(db, { isShared: false }))
  const { cookie } = await addSigned(db)
  const id = await addVideo(alone, cookie)
  const { uploadUrl } = await slotOf(alone, cookie, { sizeBytes: 20 })
  await patch(alone, uploadUrl, 0, bytes(8))
  expect(onDisk(alone)).toHaveLength(2)
  expect(bucket.files()).toEqual([])
  const { dataDir: DATA_DIR } = alone.deps.env
  const a = await makeMediaApp({ ...settingsOf(bucket), DATA_DIR }, await asShared(db))
  await shareFiles(a.deps)
  expect(bucket.files()).toEqual([`site/videos/stored/${id}/original`])
  expect((await a.deps.videos.storage.read(id, 'original'))?.blob).toBeNull()
  expect(await offsetAt(a, uploadUrl)).toBe(0)
  expect((await patch(a, uploadUrl, 0, bytes(20))).status).toBe(204)
})
