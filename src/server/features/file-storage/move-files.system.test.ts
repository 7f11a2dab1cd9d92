import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { hour, minute } from '#contract/time.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { holdDirectory } from '#server/db/hold.ts'
import { deleteVideo } from '#server/features/crew-videos/index.ts'
import { readExposition } from '../../../../tests/support/exposition.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { dot } from '../../../../tests/support/picture.ts'
import { failure } from '../../../../tests/support/s3-double.ts'
import {
  addVideo,
  filesBelow,
  type MediaApp,
  makeBucket,
  makeMediaApp,
  removeDisks,
} from '../../../../tests/support/uploads.ts'
import { sweepBucket } from './move-files.ts'

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

async function addPicture(app: MediaApp, cookie: string): Promise<string> {
  const sent = await app.app.request('http://reelstake.test/api/images', {
    method: 'POST',
    body: dot.buffer,
    headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin', cookie },
  })
  expect(sent.status).toBe(201)
  return (await sent.json()).url
}

describe('files with STORAGE=s3://', () => {
  test('are moved when no job needs them, shown from the bucket, and deleted there', async () => {
    const { app, bucket, me, onDisk } = await makeSite({ FFMPEG_PATH: 'off' })
    const id = await addVideo(app, me.cookie)
    const picture = await addPicture(app, me.cookie)
    await app.runJobs()
    await app.moveFiles()
    // The original is deleted an hour later.
    expect(onDisk()).toEqual([`videos/stored/${id}/original`, `videos/stored/${id}/web`])
    expect(bucket.files()).toEqual([`site${picture}`])
    const before = await video(app, me.cookie, id)
    app.setNow(start + hour)
    await app.runJobs()
    await app.moveFiles()
    expect(onDisk()).toEqual([])
    expect(existsSync(join(app.deps.env.dataDir, `uploads/videos/stored/${id}`))).toBe(false)
    expect(bucket.files()).toEqual([`site${picture}`, `site/videos/stored/${id}/web`])
    app.setNow(start)
    const after = await video(app, me.cookie, id)
    expect(after).toEqual(before)
    expect((await app.page(picture)).status).toBe(200)

    await inTransaction(app.db, trx => deleteVideo(trx, id, app.deps.now()))
    await app.runJobs()
    await app.moveFiles()
    expect(bucket.files()).toEqual([`site${picture}`])
    expect((await app.deps.videos.storage.read(id, 'web')) === null).toBe(true)
  })

  test('a bucket that is away for ten minutes loses nothing, and the checklist says so', async () => {
    const { app, bucket, me, onDisk } = await makeSite({ FFMPEG_PATH: 'off' })
    const first = await addFinishedVideo(app, me.cookie)
    await app.moveFiles()
    const { videoUrl } = await (await app.page(first.path, { cookie: me.cookie })).json()
    expect(await storage(app)).toMatchObject({ state: 'ok' })

    const since = app.deps.now()
    let second: Awaited<ReturnType<typeof addFinishedVideo>> | null = null
    bucket.intercept = away
    for (let minutes = 0; minutes < 10; minutes += 1) {
      app.setNow(since + minutes * minute)
      await app.runJobs()
      await app.moveFiles()
      if (minutes !== 3) continue
      const id = await addVideo(app, me.cookie)
      await app.runJobs()
      second = { id, path: `/api/crew/videos/${id}` }
      // As if its original were an hour old.
      await app.db.updateTable('jobs').set({ due_at: 0 }).where('kind', '=', 'video-original').execute()
      await app.runJobs()
      await addPicture(app, me.cookie)
      await inTransaction(app.db, trx => deleteVideo(trx, first.id, app.deps.now()))
      await app.runJobs()
    }
    if (second === null) throw new Error('no second video')
    expect(onDisk()).toHaveLength(2)
    expect(await storage(app)).toMatchObject({
      state: 'risk',
      text: `${bucket.storage} can't be used: ServiceUnavailable. Check S3_ENDPOINT and the network. It has failed since ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC; 2 files wait on this disk, and nothing is lost.`,
    })
    const { samples } = readExposition(await (await app.page('/metrics')).text())
    expect(samples.get('reelstake_storage_waiting_files')).toBe(2)
    expect(samples.get('reelstake_storage_failing_seconds')).toBe(540)
    expect((await video(app, me.cookie, second.id)).byteLength).toBeGreaterThan(1000)
    // Deleted, though its object is still there.
    expect((await app.page(videoUrl)).status).toBe(404)
    expect(bucket.files()).toEqual([`site/videos/stored/${first.id}/web`])
    const lines = app.logs.filter(({ message }) => /bucket/.test(String(message)))
    expect(lines).toHaveLength(1)

    bucket.intercept = null
    await app.moveFiles()
    expect(onDisk()).toEqual([])
    expect(bucket.files().sort()).toEqual([
      expect.stringMatching(/^site\/images\/.*\.webp$/),
      `site/videos/stored/${second.id}/web`,
    ])
    expect(await storage(app)).toMatchObject({ state: 'ok' })
    expect((await video(app, me.cookie, second.id)).byteLength).toBeGreaterThan(1000)
  })

  test('a file that is only in a bucket that is away: 503, and its headers still', async () => {
    const { app, bucket, me } = await makeSite({ FFMPEG_PATH: 'off' })
    const { path } = await addFinishedVideo(app, me.cookie)
    const picture = await addPicture(app, me.cookie)
    await app.moveFiles()
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

  test('one file that fails doesn’t hold back the others', async () => {
    const { app, bucket, me, onDisk } = await makeSite()
    const pictures = [await addPicture(app, me.cookie), await addPicture(app, me.cookie)].sort()
    const [bad] = pictures
    bucket.intercept = (method, key) =>
      method === 'PUT' && key === `site${bad}` ? failure(400, 'EntityTooLarge') : null
    await app.moveFiles()
    expect(onDisk()).toEqual([String(bad).slice(1)])
    expect(await storage(app)).toMatchObject({ state: 'risk' })
    expect((await storage(app)).text).toContain('EntityTooLarge')
  })

  test('objects that can’t be deleted don’t hold back moves and other deletions, and are told', async () => {
    const { app, bucket, me, onDisk } = await makeSite()
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
    await app.db.insertInto('bucket_files').values(undeletable).execute()
    bucket.intercept = (method, key) =>
      method === 'DELETE' && key.endsWith('-1.webp') ? failure(403, 'AccessDenied') : null
    const picture = await addPicture(app, me.cookie)
    await app.moveFiles()
    expect([onDisk(), bucket.files()]).toEqual([[], [`site${picture}`]])
    expect((await storage(app)).text).toStartWith("s3://old-bucket/site can't be used: NoSuchBucket.")
    const left = app.db.selectFrom('bucket_files').select('path').where('drop_at', '=', start)
    expect(await left.execute()).toEqual([{ path: `images/${bucket.storage.length}-1.webp` }])
  })

  test.each([true, false])('bytes that changed on their way stay on the disk (tags: %p)', async hasTags => {
    const { app, bucket, me, onDisk } = await makeSite()
    bucket.hasTags = hasTags
    const picture = await addPicture(app, me.cookie)
    const key = `site${picture}`
    // A service that ignores the checksum.
    bucket.intercept = method => {
      if (method !== 'PUT') return null
      const bytes = readFileSync(join(app.deps.env.dataDir, 'uploads', picture))
      bytes[20] = (bytes[20] ?? 0) ^ 1
      bucket.objects.set(key, new Uint8Array(bytes))
      return new Response(null)
    }
    await app.moveFiles()
    expect(onDisk()).toEqual([picture.slice(1)])
    expect((await storage(app)).text).toContain('differs from what was sent')
    bucket.intercept = null
    await app.moveFiles()
    expect(onDisk()).toEqual([])
  })

  test('a restored backup’s files on the disk are not sent again', async () => {
    const { app, bucket, me, onDisk } = await makeSite()
    const picture = await addPicture(app, me.cookie)
    const local = join(app.deps.env.dataDir, 'uploads', picture)
    const bytes = readFileSync(local)
    await app.moveFiles()
    writeFileSync(local, bytes)
    bucket.requests = []
    await app.moveFiles()
    expect(onDisk()).toEqual([])
    expect(bucket.requests.filter(request => request.startsWith('PUT'))).toEqual([])
  })

  test('the file of a picture that was deleted while it was moved is deleted in the bucket', async () => {
    const { app, bucket, me } = await makeSite()
    await addPicture(app, me.cookie)
    bucket.intercept = async method => {
      if (method === 'HEAD') await app.db.deleteFrom('images').execute()
      return null
    }
    await app.moveFiles()
    bucket.intercept = null
    await app.moveFiles()
    expect(bucket.files()).toEqual([])
  })

  test('objects whose picture has no row are found by the sweep, and kept for 14 days', async () => {
    const { app, bucket, me } = await makeSite()
    await addPicture(app, me.cookie)
    await app.moveFiles()
    const row = await app.db.selectFrom('bucket_files').selectAll().executeTakeFirstOrThrow()
    // In the third batch.
    const others = Array.from({ length: 500 }, (_, at) => ({ ...row, path: `images/00${at}.webp` }))
    await app.db.insertInto('bucket_files').values(others).execute()
    await sweepBucket(app.deps, false)
    await app.db.deleteFrom('images').execute()
    const dropped = async () => {
      const rows = app.db.selectFrom('bucket_files').select('path').where('drop_at', 'is not', null)
      return (await rows.execute()).length
    }
    await app.moveFiles()
    expect(await dropped()).toBe(0)
    await sweepBucket(app.deps, false)
    expect(await dropped()).toBe(501)
    await app.db.deleteFrom('bucket_files').where('path', 'like', 'images/00%').execute()
    app.setNow(start + 14 * 24 * hour - minute)
    await app.moveFiles()
    expect(bucket.files().length).toBe(1)
    app.setNow(start + 14 * 24 * hour)
    await app.moveFiles()
    expect(bucket.files().length).toBe(0)
  })

  test('objects that the database doesn’t know, such as after a restore, are deleted after 14 days', async () => {
    const { app, bucket, me } = await makeSite()
    for (let pictures = 0; pictures < 3; pictures += 1) await addPicture(app, me.cookie)
    await app.moveFiles()
    const known = bucket.files()
    const lost = `site/videos/stored/${newId()}/web`
    bucket.objects.set(lost, new Uint8Array(9))
    const foreign = [`other-site/images/${newId()}.webp`, 'site/images/logo.webp', 'site/videos/stored/x/web']
    for (const key of foreign) bucket.objects.set(key, new Uint8Array(9))
    bucket.modifiedAt = new Date(start - 23 * hour).toISOString()
    expect(await sweepBucket(app.deps, false)).toEqual({ orphans: 0, heldBack: 0 })
    bucket.modifiedAt = new Date(start - 25 * hour).toISOString()
    expect((await admin(app, 'sweep-uploads')).out).toEqual([
      'Removed 0 expired uploads and 1 orphaned files.',
    ])
    await app.moveFiles()
    expect(bucket.objects.has(lost)).toBe(true)
    app.setNow(start + 14 * 24 * hour)
    await app.moveFiles()
    expect(bucket.files().sort()).toEqual([...known, ...foreign].sort())

    await app.db.deleteFrom('bucket_files').execute()
    const wrong = await admin(app, 'sweep-uploads')
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.out.at(-1)).toStartWith(`3 objects in ${bucket.storage} have no row in the database`)
    expect((await admin(app, 'sweep-uploads', '--force')).code).toBe(0)
  })

  test('a copy of the site shows the files, but deletes and moves none until it takes them over', async () => {
    const { app, bucket, me } = await makeSite()
    const picture = await addPicture(app, me.cookie)
    await app.moveFiles()
    const files = bucket.files()
    // As restored elsewhere: the same database, without the original's files.
    const copy = await makeMediaApp({ STORAGE: bucket.storage, ...bucket.env }, app.db)
    copy.setNow(start)
    expect((await copy.page(picture)).status).toBe(200)
    const added = await addPicture(copy, me.cookie)
    await app.db.updateTable('bucket_files').set({ drop_at: start }).execute()
    const lost = `site/images/${newId()}.webp`
    bucket.objects.set(lost, new Uint8Array(9))
    await copy.moveFiles()
    await expect(sweepBucket(copy.deps, true)).rejects.toThrow('belongs to another installation')
    expect([onDisk(copy), bucket.files()]).toEqual([[added.slice(1)], [...files, lost]])
    const { state, text } = await storage(copy)
    expect([state, text]).toEqual([
      'risk',
      expect.stringMatching(
        /^s3:\/\/marina\/site belongs to another installation: nothing is moved or deleted/,
      ),
    ])
    const toDisk = await makeMediaApp({ DATA_DIR: copy.deps.env.dataDir, ...bucket.env }, app.db)
    toDisk.setNow(start + 15 * 24 * hour)
    expect(await admin(toDisk, 'move-storage', '--to', 'disk')).toMatchObject({ code: 1 })
    expect(bucket.files()).toEqual([...files, lost])

    expect((await admin(copy, 'take-storage')).out).toEqual([
      `This installation now moves and deletes files in ${bucket.storage}.`,
    ])
    await copy.moveFiles()
    expect([onDisk(copy), bucket.files().sort()]).toEqual([[], [`site${added}`, lost].sort()])
    expect((await storage(copy)).state).toBe('ok')
    expect((await storage(app)).state).toBe('ok')
    await app.moveFiles()
    expect((await storage(app)).text).toStartWith(`${bucket.storage} belongs to another installation`)
  })

  test('one sweep takes 2000 objects at most, and the next one goes on', async () => {
    const { app, bucket } = await makeSite()
    for (let objects = 0; objects < 2001; objects += 1)
      bucket.objects.set(`site/images/${newId()}.webp`, new Uint8Array(1))
    expect(await sweepBucket(app.deps, true)).toEqual({ orphans: 2000, heldBack: 0 })
    expect(await sweepBucket(app.deps, true)).toEqual({ orphans: 1, heldBack: 0 })
    expect(await sweepBucket(app.deps, true)).toEqual({ orphans: 0, heldBack: 0 })
  })

  test('"Download my data" holds files that are in the bucket', async () => {
    const { app, bucket, me } = await makeSite({ FFMPEG_PATH: 'off' })
    await addFinishedVideo(app, me.cookie)
    await addPicture(app, me.cookie)
    await app.moveFiles()
    await app.page('/api/data-export', { json: {}, cookie: me.cookie })
    await app.runJobs()
    const { file } = await (await app.page('/api/data-export', { cookie: me.cookie })).json()
    const zip = Buffer.from(await (await app.page(file.url, { cookie: me.cookie })).arrayBuffer())
    // Media are not compressed.
    for (const key of bucket.files()) expect(zip.includes(bucket.objects.get(key) ?? '-')).toBe(true)
  })

  test('ffmpeg gets a file back from the bucket', async () => {
    const { app, me, onDisk } = await makeSite({ FFMPEG_PATH: 'off' })
    const { id } = await addFinishedVideo(app, me.cookie)
    await app.moveFiles()
    const path = await app.deps.videos.storage.localCopy(id, 'web')
    expect(onDisk()).toEqual([`videos/stored/${id}/web`])
    expect(path).toEndWith(`/uploads/videos/stored/${id}/web`)
    await app.moveFiles()
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
    ;({ id } = await addFinishedVideo(app, me.cookie))
    await addPicture(app, me.cookie)
    const { videoUrl } = await (await app.page(`/api/crew/videos/${id}`, { cookie: me.cookie })).json()
    etag = (await app.page(videoUrl, { method: 'HEAD' })).headers.get('etag')
    toDisk = await makeMediaApp({ DATA_DIR: app.deps.env.dataDir, ...bucket.env }, app.db)
    toDisk.setNow(app.deps.now())
  })

  test('takes --to s3 or disk, as STORAGE says', async () => {
    expect((await admin(site.app, 'move-storage')).code).toBe(2)
    expect((await admin(site.app, 'move-storage', '--to', 'tape')).code).toBe(2)
    expect(await admin(site.app, 'move-storage', '--to', 'disk')).toMatchObject({ code: 1 })
    expect((await admin(toDisk, 'move-storage', '--to', 's3')).out).toEqual([
      'STORAGE names no bucket. Set STORAGE=s3://bucket/prefix and the S3_… variables, and restart the server.',
    ])
  })

  test('moves all files to the bucket, waiting for the server', async () => {
    const { app, bucket, onDisk } = site
    const release = holdDirectory(join(app.deps.env.dataDir, 'db'), 'storage.lock')
    setTimeout(release, 10)
    const { code, out } = await admin(app, 'move-storage', '--to', 's3')
    expect([code, out.at(-1), onDisk(), bucket.files().length]).toEqual([0, 'Moved 2 files.', [], 2])
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
      text: `2 files are in ${site.bucket.storage}, but the S3_… variables are missing: pages can’t show them. Set the variables again, then move the files to the disk: bun run admin move-storage --to disk`,
    })
  })

  test('an object that is damaged is told and left; the others are moved, and nothing twice', async () => {
    const { bucket } = site
    const [key = ''] = bucket.files().filter(name => name.endsWith('/web'))
    const whole = bucket.objects.get(key) ?? new Uint8Array()
    const damaged = whole.slice()
    damaged[100] = (damaged[100] ?? 0) ^ 1
    bucket.objects.set(key, damaged)
    const failed = await admin(toDisk, 'move-storage', '--to', 'disk')
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.out.at(-1)).toMatch(/^1 files were not moved. .* is damaged: its checksum is wrong.$/)
    expect(onDisk(toDisk)).toHaveLength(1)
    bucket.objects.set(key, whole)
    bucket.requests = []
    expect((await admin(toDisk, 'move-storage', '--to', 'disk')).out).toEqual([
      'Moved 1 files.',
      'The bucket’s copies are deleted after 14 days, since older backups may need them: leave the S3_… variables until then.',
    ])
    expect(bucket.requests.some(request => request.includes('/images/'))).toBe(false)
    expect(onDisk(toDisk)).toHaveLength(2)
  })

  test('the ETag of a video is the same everywhere, so that players go on', async () => {
    const { videoUrl } = await (
      await toDisk.page(`/api/crew/videos/${id}`, { cookie: site.me.cookie })
    ).json()
    expect((await toDisk.page(videoUrl, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
    expect(await storage(toDisk)).toMatchObject({ state: 'ok' })
  })

  test('the objects are deleted after 14 days, for older backups', async () => {
    const movedAt = toDisk.deps.now()
    const deleted = () => site.bucket.requests.filter(request => request.startsWith('DELETE')).length
    toDisk.setNow(movedAt + 14 * 24 * hour - minute)
    await toDisk.moveFiles()
    expect(deleted()).toBe(0)
    toDisk.setNow(movedAt + 14 * 24 * hour)
    await toDisk.moveFiles()
    expect([deleted(), onDisk(toDisk).length]).toEqual([2, 2])
    toDisk.setNow(movedAt)
  })

  test('a file that was moved to the disk while it was read is read to its end', async () => {
    const { app, bucket, me } = await makeSite()
    const url = await addPicture(app, me.cookie)
    const path = url.slice(1)
    const local = join(app.deps.env.dataDir, 'uploads', path)
    // Three requests.
    const bytes = crypto.getRandomValues(new Uint8Array(65_536)).buffer
    const whole = Buffer.concat(Array.from({ length: 40 }, () => new Uint8Array(bytes)))
    writeFileSync(local, whole)
    await app.moveFiles()
    const file = await app.deps.files.read(path)
    const stream = await file?.stream(0, whole.length)
    mkdirSync(dirname(local), { recursive: true })
    writeFileSync(local, whole)
    bucket.objects.clear()
    expect(Buffer.compare(Buffer.from(await new Response(stream).arrayBuffer()), whole)).toBe(0)
  })
})

async function video(app: MediaApp, cookie: string, id: string): Promise<ArrayBuffer> {
  const { videoUrl } = await (await app.page(`/api/crew/videos/${id}`, { cookie })).json()
  const answer = await app.page(videoUrl)
  expect(answer.status).toBe(200)
  return answer.arrayBuffer()
}
