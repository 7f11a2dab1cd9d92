import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { truncateSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { clip } from '../../../../tests/support/media.ts'
import {
  addVideo,
  complete,
  makeCrew,
  put,
  removeDisks,
  slotOf,
  tus,
} from '../../../../tests/support/uploads.ts'
import { sweepVideos } from './sweep.ts'

afterAll(removeDisks)
// The first run makes the files it needs, a minute of video among them.
setDefaultTimeout(120_000)

describe('what nobody comes back for', () => {
  test('is looked at by itself a minute after its last byte', async () => {
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

  test('whole uploads that nobody wrote down are taken up at the start', async () => {
    const { app, me, read } = await makeCrew()
    const file = Bun.file(clip({ seconds: 10 }))
    const slot = await slotOf(app, me.cookie, { sizeBytes: file.size })
    await put(app, slot.uploadUrl, file)
    // As a process leaves it that ends right after the last byte.
    await app.db.deleteFrom('jobs').execute()
    await app.db.updateTable('crew_videos').set({ status: 'uploading', uploaded_at: null }).execute()
    await sweepVideos(app.deps)
    app.setNow(Date.now() + 60_000)
    await app.runJobs()
    expect((await read(slot.videoId)).status).toBe('ready')
  })

  test('bytes that a power cut took are asked for again; a file that is gone altogether has failed', async () => {
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
    const lost = await complete(app, me.cookie, slot.videoId)
    expect([lost.status, (await lost.json()).message]).toEqual([
      422,
      'The upload was lost on its way. Please try again.',
    ])
    expect((await slotOf(app, me.cookie, { sizeBytes: file.size, key: 'a' })).videoId).not.toBe(slot.videoId)
  })

  test('goes with its owner’s account: posts, rows and files', async () => {
    const { app, me, read } = await makeCrew()
    const id = await addVideo(app, me.cookie)
    const { videoUrl } = await read(id)
    expect((await app.page(videoUrl ?? '')).status).toBe(200)
    await app.page('/api/crew/posts', { json: { videoId: id }, cookie: me.cookie })
    await sweepVideos(app.deps)
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toHaveLength(1)
    await app.db.updateTable('users').set({ deleted_at: 1, email: null }).where('id', '=', me.id).execute()
    await sweepVideos(app.deps)
    expect((await app.page(videoUrl ?? '')).status).toBe(404)
    await app.runJobs()
    expect((await app.page(videoUrl ?? '')).status).toBe(404)
    expect(await app.db.selectFrom('crew_posts').select('id').execute()).toEqual([])
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toEqual([])
    expect(app.files()).toEqual([])
  })

  test('expires after seven days and is swept; so is what belongs to nothing; what is there stays', async () => {
    const { app, me, videos } = await makeCrew()
    const start = Date.now()
    app.setNow(start)
    const kept = await addVideo(app, me.cookie)
    await app.runJobs()
    const before = app.files()
    const old = await slotOf(app, me.cookie, { sizeBytes: 10 })
    await tus(app, 'PATCH', old.uploadUrl, { 'upload-offset': '0' }, new Uint8Array(4))
    const orphan = newId()
    writeFileSync(join(videos, 'incoming', orphan), 'x')
    writeFileSync(join(videos, 'scratch', 'left.mp4'), 'x')
    utimesSync(join(videos, 'scratch', 'left.mp4'), 1, 1)
    writeFileSync(join(videos, 'scratch', 'being-made.mp4'), 'x')
    expect(await sweepVideos(app.deps)).toEqual({ expired: 0, orphans: 2 })
    app.setNow(start + 7 * 86_400_000)
    expect(await sweepVideos(app.deps)).toMatchObject({ expired: 1 })
    await app.runJobs()
    const originalIsGone = before.filter(name => name !== `stored/${kept}/original`)
    expect(app.files()).toEqual(['scratch/being-made.mp4', ...originalIsGone])
    expect((await complete(app, me.cookie, kept)).status).toBe(200)
  })
})
