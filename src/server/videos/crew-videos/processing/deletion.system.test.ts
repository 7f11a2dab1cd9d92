import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { JobQueue } from '#server/queue/queue.ts'
import { clip } from '../../../../../tests/support/media.ts'
import { until } from '../../../../../tests/support/until.ts'
import { addVideo, makeCrew, removeDisks } from '../../../../../tests/support/uploads.ts'
import { videoJobs } from '../crew-videos.queries.ts'
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
