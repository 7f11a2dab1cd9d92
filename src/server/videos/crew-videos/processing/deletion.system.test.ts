import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { VideoId } from '#contract/ids.ts'
import type { CompletedVideo } from '#contract/videos/crew-videos.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { clip, makeMedia } from '../../../../../tests/support/media.ts'
import { changeRows } from '../../../../../tests/support/rows.ts'
import { until } from '../../../../../tests/support/until.ts'
import { addVideo, makeCrew, removeDisks, sendFile } from '../../../../../tests/support/uploads.ts'
import { videoJobs } from '../crew-videos.queries.ts'
import { OutOfMemory } from './ffmpeg.ts'
import { videoJobKinds } from './video-jobs.ts'

afterAll(removeDisks)
setDefaultTimeout(120_000)

test('a file made while its video is deleted is deleted too, and nothing is reported', async () => {
  const { app, me } = await makeCrew()
  const id = await addVideo(app, me.cookie, clip({ seconds: 10, kind: 'mp4' }))
  const { storage } = app.deps.videos
  const { save } = storage
  const isMade = Promise.withResolvers<void>()
  const isDeleted = Promise.withResolvers<void>()
  storage.save = async (...file) => {
    isMade.resolve()
    await isDeleted.promise
    await save(...file)
  }
  const isDone = async (kind: string) => {
    const jobs = app.db.selectFrom('jobs').select('state').where('kind', '=', kind)
    return (await jobs.executeTakeFirst())?.state === 'done'
  }
  const queue = new JobQueue(app.deps, videoJobKinds(app.deps))
  queue.start()
  await isMade.promise
  await app.page(`/api/crew/videos/${id}`, { method: 'DELETE', cookie: me.cookie })
  await until(() => isDone(videoJobs.deleteFiles))
  isDeleted.resolve()
  await until(() => isDone(videoJobs.prepare))
  await queue.stop()
  await app.dropObjects()
  expect(app.files()).toEqual([])
  expect(app.logs.filter(({ level }) => level === 'warn')).toEqual([])
})

test('a rendition made while its video is removed for its age doesn’t bring the video back', async () => {
  const { app, me } = await makeCrew()
  const id = await addVideo(app, me.cookie, clip({ seconds: 10 }))
  const { storage } = app.deps.videos
  const { save } = storage
  storage.save = async (video, name, scratch) => {
    if (name === 'h264') await changeRows(app.db, 'crew_videos', { status: 'failed', refusal: 'Too old' })
    await save(video, name, scratch)
  }
  await app.runJobs()
  const row = await app.db
    .selectFrom('crew_videos')
    .select(['status', 'has_h264'])
    .where('id', '=', id as VideoId)
    .executeTakeFirst()
  expect(row).toEqual({ status: 'failed', has_h264: 0 })
  await app.dropObjects()
  expect(app.files()).toEqual([])
  expect(app.logs.filter(({ level }) => level === 'warn')).toEqual([])
})

test('a rendition that lacks memory while its video is removed for its age doesn’t bring the video back', async () => {
  const { app, me } = await makeCrew()
  await addVideo(app, me.cookie, clip({ seconds: 10 }))
  app.deps.videos.storage.localCopy = async () => {
    await changeRows(app.db, 'crew_videos', { status: 'failed', refusal: 'Too old' })
    throw new OutOfMemory('ffmpeg: no memory')
  }
  const kinds = videoJobKinds(app.deps).filter(({ kind }) => kind === videoJobs.convert)
  await new JobQueue(app.deps, kinds).drain()
  expect(await app.db.selectFrom('crew_videos').select('status').execute()).toEqual([{ status: 'failed' }])
  expect(app.logs.filter(({ level }) => level === 'warn')).toEqual([])
})

describe('an original that can’t be remuxed', () => {
  const film = () =>
    makeMedia('mov', ['-i', clip({ seconds: 10, kind: 'mp4' }), '-c:v', 'copy', '-c:a', 'pcm_s16le'])

  for (const [order, kinds] of [
    ['before', [videoJobs.convert, videoJobs.prepare]],
    ['after', [videoJobs.prepare, videoJobs.convert]],
  ] as const)
    test(`is deleted an hour later, with a rendition ${order} the last attempt`, async () => {
      const { app, me } = await makeCrew()
      app.setNow(Date.now())
      const done: CompletedVideo = await (await sendFile(app, me.cookie, film())).json()
      const all = videoJobKinds(app.deps)
      for (const name of kinds)
        for (let attempt = 0; attempt < 3; attempt++) {
          await new JobQueue(
            app.deps,
            all.filter(({ kind }) => kind === name),
          ).drain()
          app.setNow(app.deps.now() + 60_000)
        }
      expect(app.files()).toContain(`stored/${done.id}/original`)
      app.setNow(app.deps.now() + 3_600_000)
      await app.runJobs()
      expect(app.files()).toEqual(['h264', 'poster'].map(name => `stored/${done.id}/${name}`))
    })
})
