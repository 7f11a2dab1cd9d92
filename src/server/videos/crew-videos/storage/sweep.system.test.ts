import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, truncateSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId, type UserId, type VideoId } from '#contract/ids.ts'
import { runAdmin } from '#server/cli/admin.ts'
import { sweepJob } from '#server/jobs/scheduler.ts'
import { waitingJobsOf } from '#server/queue/queue.queries.ts'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { addJob } from '../../../../../tests/support/factories.ts'
import { clip } from '../../../../../tests/support/media.ts'
import { addVideoRow } from '../../../../../tests/support/posts.ts'
import { addRows, changeRows, removeRows } from '../../../../../tests/support/rows.ts'
import { deleteUser, removeJobs } from '../../../../../tests/support/states.ts'
import {
  addVideo,
  complete,
  makeCrew,
  put,
  removeDisks,
  slotOf,
  tus,
} from '../../../../../tests/support/uploads.ts'
import { videoJobs } from '../crew-videos.queries.ts'
import { heldBackText, sweepVideos } from './sweep.ts'

afterAll(removeDisks)
setDefaultTimeout(120_000)

describe('an abandoned upload', () => {
  test('is checked a minute after its last byte', async () => {
    const { app, me, read } = await makeCrew()
    app.setNow(Date.now())
    const file = Bun.file(clip({ seconds: 10 }))
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size })
    await put(app, slot.uploadUrl, file)
    await app.runJobs()
    expect((await read(slot.videoId)).durationSec).toBeNull()
    app.setNow(app.deps.now() + 60_000)
    await app.runJobs()
    expect(await read(slot.videoId)).toMatchObject({ status: 'ready', durationSec: 10 })
  })

  test('is marked as complete at the start, when the server crashed before', async () => {
    const { app, me, read } = await makeCrew()
    const file = Bun.file(clip({ seconds: 10 }))
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size })
    await put(app, slot.uploadUrl, file)
    // Simulates a crash after the last byte.
    await removeJobs(app.db)
    await changeRows(app.db, 'crew_videos', { status: 'uploading', uploaded_at: null })
    await sweepVideos(app.deps)
    app.setNow(Date.now() + 60_000)
    await app.runJobs()
    expect((await read(slot.videoId)).status).toBe('ready')
  })

  test('requests lost bytes again and fails without its file', async () => {
    const { app, me, videos } = await makeCrew()
    const file = Bun.file(clip({ seconds: 10 }))
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size, key: 'a' })
    await put(app, slot.uploadUrl, file)
    truncateSync(join(videos, 'incoming', slot.videoId), 1000)
    expect((await complete(app, me.cookie, slot.videoId)).status).toBe(409)
    const head = await tus(app, 'HEAD', slot.uploadUrl)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '1000'])
    await tus(app, 'PATCH', slot.uploadUrl, { 'upload-offset': '1000' }, file.slice(1000))
    unlinkSync(join(videos, 'incoming', slot.videoId))
    const response = await complete(app, me.cookie, slot.videoId)
    expect([response.status, (await response.json()).message]).toEqual([
      422,
      'The upload was lost. Please try again.',
    ])
    expect((await slotOf(app, me.cookie, { sizeBytes: file.size, key: 'a' })).videoId).not.toBe(slot.videoId)
  })

  test('is deleted with its owner’s account, including posts, rows and files', async () => {
    const { app, me, read } = await makeCrew()
    const id = await addVideo(app, me.cookie)
    const { videoUrl } = await read(id)
    expect((await app.page(videoUrl ?? '')).status).toBe(200)
    await app.page('/api/crew/posts', { json: { videoId: id }, cookie: me.cookie })
    await sweepVideos(app.deps)
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toHaveLength(1)
    await deleteUser(app.db, me.id)
    await sweepVideos(app.deps)
    expect((await app.page(videoUrl ?? '')).status).toBe(404)
    await app.runJobs()
    expect((await app.page(videoUrl ?? '')).status).toBe(404)
    expect(await app.db.selectFrom('crew_posts').select('id').execute()).toEqual([])
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toEqual([])
    expect(app.files()).toEqual([])
  })

  test('expires after seven days; the sweep deletes it and orphaned files, and retains referenced ones', async () => {
    const { app, me, videos } = await makeCrew()
    const start = Date.now()
    app.setNow(start)
    const videoId = await addVideo(app, me.cookie)
    await app.runJobs()
    const before = app.files()
    const old = await slotOf(app, me.cookie, { sizeBytes: 10 })
    await tus(app, 'PATCH', old.uploadUrl, { 'upload-offset': '0' }, new Uint8Array(4))
    const orphan = newId()
    writeFileSync(join(videos, 'incoming', orphan), 'x')
    writeFileSync(join(videos, 'scratch', 'left.mp4'), 'x')
    utimesSync(join(videos, 'scratch', 'left.mp4'), 1, 1)
    writeFileSync(join(videos, 'scratch', 'being-made.mp4'), 'x')
    expect(await sweepVideos(app.deps)).toEqual({ expired: 0, old: 0, orphans: 2, heldBack: 0 })
    app.setNow(start + 7 * 86_400_000)
    expect(await sweepVideos(app.deps)).toMatchObject({ expired: 1 })
    await app.runJobs()
    const originalIsGone = before.filter(name => name !== `stored/${videoId}/original`)
    expect(app.files()).toEqual(['scratch/being-made.mp4', ...originalIsGone])
    expect((await complete(app, me.cookie, videoId)).status).toBe(200)
  })
})

describe('videos of an earlier version without a file for others', () => {
  test('are all prepared by the first sweep, newest first', async () => {
    const { app, me } = await makeCrew()
    const ids: string[] = Array.from({ length: 450 }, () => newId())
    for (const [index, id] of ids.entries()) await addRow(app, me.id, id, index)
    // File lost after preparation.
    for (const subject of ids.slice(100, 300))
      await addJob(app.db, { kind: videoJobs.prepare, subject, state: 'done' })
    await sweepVideos(app.deps)
    const waiting = await waitingJobsOf([videoJobs.prepare])(app.db, 1000)
    expect(waiting.length).toBe(450)
    expect(waiting.map(({ subject }) => subject)).toEqual(ids.toReversed())
  })
})

test('a conversion that failed, and whose outcome a crash has lost, is tried again', async () => {
  const { app, me } = await makeCrew()
  const id = newId<'video'>()
  await addRow(app, me.id, id, 1)
  await changeRows(app.db, 'crew_videos', { status: 'processing', has_web: 1 })
  await addJob(app.db, { kind: videoJobs.convert, subject: id, state: 'failed' })
  await sweepVideos(app.deps)
  const waiting = await waitingJobsOf([videoJobs.prepare, videoJobs.convert])(app.db, 10, 10)
  expect(waiting.map(({ kind, subject }) => [kind, subject])).toEqual([[videoJobs.convert, id]])
})

describe('a sweep of many rows', () => {
  test('deletes rows in transactions of a bounded size', async () => {
    const { app, me } = await makeCrew()
    for (let n = 0; n < 450; n++)
      await addVideoRow(app.db, { owner_id: me.id, status: 'uploading', created_at: 0, expires_at: 1 })
    expect(await sweepVideos(app.deps)).toMatchObject({ expired: 450 })
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toEqual([])
  })
})

describe('stored videos without a row', () => {
  const day = 86_400_000

  function addStored(videos: string): string {
    const id = newId()
    mkdirSync(join(videos, 'stored', id), { recursive: true })
    writeFileSync(join(videos, 'stored', id, 'original'), 'precious')
    return id
  }

  test('move to quarantine for 14 days, return with their row, and are deleted afterwards', async () => {
    const { app, me, videos, storedPath } = await makeCrew()
    const videoId = await addVideo(app, me.cookie)
    await app.runJobs()
    const row = await app.db.selectFrom('crew_videos').selectAll().executeTakeFirstOrThrow()
    await removeRows(app.db, 'crew_videos')
    expect(await sweepVideos(app.deps)).toMatchObject({ orphans: 1, heldBack: 0 })
    expect(existsSync(storedPath(videoId, 'original'))).toBe(false)
    await addRows(app.db, 'crew_videos', row)
    await sweepVideos(app.deps)
    expect(existsSync(storedPath(videoId, 'original'))).toBe(true)
    const orphan = addStored(videos)
    for (let n = 0; n < 20; n++) await addRow(app, me.id, addStored(videos))
    expect(await sweepVideos(app.deps)).toMatchObject({ orphans: 1, heldBack: 0 })
    const aside = join(videos, 'quarantine', orphan)
    const days = (count: number) => new Date(Date.now() - count * day)
    utimesSync(aside, days(13), days(13))
    await sweepVideos(app.deps)
    expect(existsSync(join(aside, 'original'))).toBe(true)
    utimesSync(aside, days(15), days(15))
    await sweepVideos(app.deps)
    expect(existsSync(aside)).toBe(false)
  })

  test('stay in place with one error in the log when they are more than a tenth; the operator may force the sweep', async () => {
    const { app, me, videos } = await makeCrew()
    for (let n = 0; n < 8; n++) await addRow(app, me.id, addStored(videos))
    for (let n = 0; n < 2; n++) addStored(videos)
    const before = app.files()
    expect(await sweepVideos(app.deps)).toEqual({ expired: 0, old: 0, orphans: 0, heldBack: 2 })
    const sweep = sweepJob(deps => sweepVideos(deps), heldBackText)
    await sweep(app.deps)
    await sweep(app.deps)
    expect(app.logs.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      '2 stored videos have no row in the database, more than a tenth of all: none was swept. Is this the right database? If so, run "bun run admin sweep-uploads --force".',
    ])
    expect(app.files()).toEqual(before)
    const output: string[] = []
    const context = {
      ...app.deps,
      print: (line: string) => void output.push(line),
      readInput: async () => null,
    }
    const run = (...args: string[]) =>
      runAdmin(context, ['sweep-uploads', ...args], line => void output.push(line))
    expect([await run(), app.files()]).toEqual([1, before])
    expect(await run('--force')).toBe(0)
    expect(output.at(-1)).toBe('Removed 0 expired uploads and 2 orphaned files.')
    expect(app.files().filter(name => name.startsWith('quarantine/')).length).toBe(2)
  })

  test('return from quarantine even when others are held back', async () => {
    const { app, me, videos, storedPath } = await makeCrew()
    const videoId = addStored(videos)
    expect(await sweepVideos(app.deps)).toMatchObject({ orphans: 1 })
    await addRow(app, me.id, videoId)
    for (let n = 0; n < 4; n++) addStored(videos)
    expect(await sweepVideos(app.deps)).toMatchObject({ heldBack: 4 })
    expect(existsSync(storedPath(videoId, 'original'))).toBe(true)
  })

  test('are left to their deletion job', async () => {
    const { app, me, videos } = await makeCrew()
    const ids = Array.from({ length: 5 }, () => addStored(videos))
    for (const id of ids) await addRow(app, me.id, id)
    await deleteUser(app.db, me.id)
    expect(await sweepVideos(app.deps)).toMatchObject({ orphans: 0, heldBack: 0 })
    await app.runJobs()
    expect(app.files()).toEqual([])
  })
})

const addRow = (app: TestApp, owner: UserId, id: string, createdAt = 0) =>
  addVideoRow(app.db, {
    id: id as VideoId,
    owner_id: owner,
    has_web: 0,
    created_at: createdAt,
    expires_at: 0,
  })
