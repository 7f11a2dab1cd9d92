import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { enqueue, findJob } from '#server/queue/queue.queries.ts'
import { addUser } from '../../../tests/support/factories.ts'
import { addPost, addVideoRow } from '../../../tests/support/posts.ts'
import { changeRows } from '../../../tests/support/rows.ts'
import { makeMediaApp, removeDisks } from '../../../tests/support/uploads.ts'
import { admin } from './test-support.ts'

afterAll(removeDisks)

describe('bun run admin', () => {
  test('jobs lists waiting and failed jobs; retry-job retries finished and failed ones only', async () => {
    const app = await makeMediaApp()
    const { db } = app
    const id = newId()
    await inTransaction(db, trx => enqueue(trx, 'video-convert', id, 0))
    expect((await admin(app, 'jobs')).out).toEqual([
      `video-convert\t${id}\twaiting\t0\t1970-01-01T00:00:00.000Z\t`,
    ])
    expect(await admin(app, 'retry-job', 'video-convert', id)).toMatchObject({ code: 1 })
    await changeRows(db, 'jobs', { state: 'failed', attempts: 3, last_error: 'ffmpeg: no' })
    expect((await admin(app, 'jobs')).out[0]).toEndWith('\tfailed\t3\t1970-01-01T00:00:00.000Z\tffmpeg: no')
    expect(await admin(app, 'retry-job', 'video-convert', id)).toMatchObject({ code: 0 })
    expect(await findJob(db, 'video-convert', id)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(await admin(app, 'retry-job')).toMatchObject({ code: 2 })
  })

  test('sweep-uploads removes orphaned files, but not files that the server may be writing', async () => {
    const app = await makeMediaApp()
    const videos = join(app.deps.env.dataDir, 'uploads', 'videos')
    for (const directory of ['incoming', 'scratch']) mkdirSync(join(videos, directory), { recursive: true })
    writeFileSync(join(videos, 'incoming', newId()), 'x')
    writeFileSync(join(videos, 'scratch', 'being-made.mp4'), 'x')
    expect((await admin(app, 'sweep-uploads')).out).toEqual([
      'Removed 0 expired uploads and 1 orphaned file.',
    ])
    expect(app.files()).toEqual(['scratch/being-made.mp4'])
  })

  test('sweep-uploads says how many videos KEEP_VIDEO_DAYS deletes', async () => {
    const app = await makeMediaApp({ KEEP_VIDEO_DAYS: '30' })
    await addVideoRow(app.db, { created_at: app.deps.now() - 31 * 86_400_000 })
    expect((await admin(app, 'sweep-uploads')).out).toEqual([
      'Removed 1 video, as KEEP_VIDEO_DAYS=30 says.',
      'Removed 0 expired uploads and 0 orphaned files.',
    ])
  })

  test('reports lists reported posts, hide-post and show-post change them; an unknown post exits with 1', async () => {
    const app = await makeMediaApp()
    const post = await addPost(app.db)
    await app.page(`/api/crew/posts/${post}/report`, { json: { reason: 'Not\na fish' } })
    expect((await admin(app, 'reports')).out).toEqual([`${post}\t1\tNot a fish`])
    const inFeed = async () => (await (await app.page('/api/crew/posts/public')).json()).length
    expect(await admin(app, 'hide-post', newId())).toMatchObject({ code: 1 })
    expect(await admin(app, 'hide-post', post)).toMatchObject({ code: 0 })
    expect([await inFeed(), (await admin(app, 'reports')).out]).toEqual([0, []])
    await changeRows(app.db, 'crew_posts', { hidden_by: await addUser(app.db) })
    expect((await admin(app, 'show-post', post)).out[0]).toStartWith('The boat’s owner or an organiser')
    expect(await inFeed()).toBe(0)
    expect(await admin(app, 'show-post', post)).toMatchObject({ out: ['The post is shown again.'], code: 0 })
    expect(await inFeed()).toBe(1)
  })
})
