import { afterAll, describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { sweepWebhookEvents } from '#server/money/funding/index.ts'
import { saveEvent } from '#server/money/funding/webhook-events.queries.ts'
import { sweepUnconfirmed } from '#server/people/auth/index.ts'
import { sweepVideos } from '#server/videos/crew-videos/index.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import {
  addBoat,
  addEntry,
  addImage,
  addJob,
  addRole,
  addSigned,
  addTournament,
  addUser,
} from '../../../tests/support/factories.ts'
import { addPost, addVideoRow } from '../../../tests/support/posts.ts'
import { addRows, changeRows, removeRows } from '../../../tests/support/rows.ts'
import { settleTournament } from '../../../tests/support/states.ts'
import { askSlot, makeMediaApp, removeDisks } from '../../../tests/support/uploads.ts'
import { sweepOldJobs } from './scheduler.ts'

afterAll(removeDisks)

describe('finished work', () => {
  const kinds = async ({ db }: TestApp) =>
    (await db.selectFrom('jobs').select(['kind', 'state']).orderBy('kind').orderBy('state').execute()).map(
      ({ kind, state }) => `${kind} ${state}`,
    )

  test('is kept for KEEP_JOB_DAYS, failed work for a year, and failed work about money until it is retried', async () => {
    const app = await makeTestApp({ KEEP_JOB_DAYS: '40' })
    const now = Date.now()
    for (const kind of ['refund', 'video-check']) {
      await addJob(app.db, { kind, state: 'done', finished_at: now })
      await addJob(app.db, { kind, state: 'failed', finished_at: now })
      await addJob(app.db, { kind })
    }
    const sweepAfter = async (days: number) => {
      app.setNow(now + days * day)
      await sweepOldJobs(app.deps)
      return kinds(app)
    }
    expect((await sweepAfter(40)).length).toBe(6)
    app.setNow(now + 40 * day + 1)
    await sweepOldJobs(app.deps)
    const jobs = ['refund failed', 'refund waiting', 'video-check failed', 'video-check waiting']
    expect(await kinds(app)).toEqual(jobs)
    expect(await sweepAfter(365)).toEqual(jobs)
    expect(await sweepAfter(366)).toEqual(['refund failed', 'refund waiting', 'video-check waiting'])
  })

  test('messages of the provider are kept as long', async () => {
    const { db, deps } = await makeTestApp()
    const now = Date.now()
    await inTransaction(db, trx => saveEvent(trx, { id: 'evt_1', type: 'charge.updated' } as never, now))
    await sweepWebhookEvents(db, now)
    expect((await db.selectFrom('webhook_events').select('id').execute()).length).toBe(1)
    await sweepWebhookEvents(db, now + (deps.env.keepJobDays + 1) * day - deps.env.keepJobDays * day)
    expect(await db.selectFrom('webhook_events').select('id').execute()).toEqual([])
  })
})

test('accounts that are never confirmed go after 30 days, except one with a role', async () => {
  const app = await makeTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const now = Date.now()
  app.setNow(now)
  const json = { email: 'ann@example.org', password: 'marlin-1', firstName: 'Ann', lastName: 'Lee' }
  expect((await app.page('/api/auth/sign-up', { json })).status).toBe(201)
  await app.deps.auth.drain()
  const confirmedUser = await addUser(app.db, { created_at: 1 })
  const owner = await addUser(app.db, { created_at: 1, email_confirmed_at: null })
  await addRole(app.db, owner)
  expect(await sweepUnconfirmed(app.db, now + 30 * day)).toBe(0)
  expect(await sweepUnconfirmed(app.db, now + 30 * day + 1)).toBe(1)
  const users = await app.db.selectFrom('users').select('id').orderBy('id').execute()
  expect(new Set(users.map(({ id }) => id))).toEqual(new Set([confirmedUser, owner]))
  expect((await app.page('/api/auth/sign-up', { json })).status).toBe(201)
})

test('accounts that are never confirmed stay while a link that was mailed again may work', async () => {
  const app = await makeTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const now = Date.now()
  const json = { email: 'ann@example.org', password: 'marlin-1', firstName: 'Ann', lastName: 'Lee' }
  for (const [at, path] of [
    [now, 'sign-up'],
    [now + 31 * day, 'sign-up'],
    [now + 62 * day, 'recover'],
  ] as const) {
    app.setNow(at)
    expect((await app.page(`/api/auth/${path}`, { json })).ok).toBe(true)
    await app.deps.auth.drain()
    expect(await sweepUnconfirmed(app.db, at)).toBe(0)
    expect((await app.db.selectFrom('one_time_tokens').select('user_id').execute()).length).toBeGreaterThan(0)
  }
  expect(await sweepUnconfirmed(app.db, now + 92 * day + 1)).toBe(1)
})

test('unfinished uploads are kept for KEEP_UPLOAD_DAYS', async () => {
  const app = await makeMediaApp({ KEEP_UPLOAD_DAYS: '2' })
  const now = Date.now()
  app.setNow(now)
  const me = await addSigned(app.db)
  expect((await askSlot(app, me.cookie, { sizeBytes: 1000 })).status).toBe(201)
  const countAfter = async (milliseconds: number) => {
    app.setNow(now + milliseconds)
    await sweepVideos(app.deps)
    return (await app.db.selectFrom('crew_videos').select('id').execute()).length
  }
  expect([await countAfter(2 * day - 1), await countAfter(2 * day)]).toEqual([1, 0])
})

describe('old videos', () => {
  const now = Date.now()
  const old = now - 400 * day

  async function makeOldPost(env: Record<string, string> = {}) {
    const app = await makeMediaApp({ KEEP_VIDEO_DAYS: '365', ...env })
    app.setNow(now)
    const author = await addSigned(app.db)
    const boat = await addBoat(app.db)
    const video = await addVideoRow(app.db, { owner_id: author.id, created_at: old, uploaded_at: old })
    const post = await addPost(app.db, {
      author_id: author.id,
      video_id: video,
      boat_id: boat,
      caption: 'Marlin',
    })
    const stateOf = async () => {
      await sweepVideos(app.deps)
      const answer = await app.page(`/api/crew/posts/${post}`, { cookie: author.cookie })
      const { videoState, caption, video: files } = await answer.json()
      expect(caption).toBe('Marlin')
      return videoState === 'removed' ? [videoState, files.videoUrl, files.thumbnailUrl] : videoState
    }
    const enter = async (
      values: { ends_at: number; starts_at?: number; cancelled_at?: number },
      enteredAt = old - day,
    ) =>
      addEntry(app.db, {
        boat_id: boat,
        tournament_id: await addTournament(app.db, { starts_at: old, ...values }),
        created_at: enteredAt,
      })
    const confirmResults = (settled_at: number) =>
      inTransaction(app.db, async trx => {
        const { id } = await trx.selectFrom('tournaments').select('id').executeTakeFirstOrThrow()
        await settleTournament(trx, id, author.id, settled_at)
      })
    return { app, author, boat, video, post, stateOf, enter, confirmResults }
  }
  const removedState = ['removed', null, null]

  test('are deleted once they are older than KEEP_VIDEO_DAYS; their posts stay and say so', async () => {
    const { app, author, video, post, stateOf } = await makeOldPost()
    const young = await addVideoRow(app.db, { created_at: now - 365 * day, uploaded_at: 1 })
    expect(await stateOf()).toEqual(removedState)
    expect((await app.page('/api/crew/posts/public').then(answer => answer.json())).length).toBe(0)
    const deletion = { kind: 'video-files', subject: video as string }
    expect(
      await app.db.selectFrom('jobs').select(['kind', 'subject']).where('kind', '=', 'video-files').execute(),
    ).toEqual([deletion])
    expect(
      (
        await app.db
          .selectFrom('crew_videos')
          .select('status')
          .where('id', '=', young)
          .executeTakeFirstOrThrow()
      ).status,
    ).toBe('ready')
    const again = { videoId: video, visibility: 'Public' }
    const answer = await app.page('/api/crew/posts', { json: again, cookie: author.cookie })
    expect([answer.status, (await answer.json()).message]).toEqual([422, 'This video is no longer kept.'])
    // The post and its row stay.
    app.setNow(now + 800 * day)
    expect(await stateOf()).toEqual(removedState)
    expect((await app.page(`/api/crew/posts/${post}`)).status).toBe(404)
  })

  test('are kept by default', async () => {
    const { stateOf } = await makeOldPost({ KEEP_VIDEO_DAYS: '0' })
    expect(await stateOf()).toBe('ready')
  })

  test('are kept while they were reported or hidden, as evidence', async () => {
    const reportedPost = await makeOldPost()
    const report = { id: newId<'report'>(), post_id: reportedPost.post, created_at: 1 }
    await addRows(reportedPost.app.db, 'crew_post_reports', report)
    expect(await reportedPost.stateOf()).toBe('ready')
    await removeRows(reportedPost.app.db, 'crew_post_reports')
    expect(await reportedPost.stateOf()).toEqual(removedState)

    const hiddenPost = await makeOldPost()
    await changeRows(hiddenPost.app.db, 'crew_posts', { hidden_at: 1 })
    expect(await hiddenPost.stateOf()).toBe('ready')
  })

  test('are kept until KEEP_VIDEO_DAYS after the results of a tournament that the boat had entered', async () => {
    const { app, enter, stateOf, confirmResults } = await makeOldPost()
    await enter({ ends_at: old + day })
    expect(await stateOf()).toBe('ready')
    await confirmResults(now - 365 * day)
    expect(await stateOf()).toBe('ready')
    app.setNow(now + 1)
    expect(await stateOf()).toEqual(removedState)
  })

  test('are not kept for a tournament that is cancelled, was over long before, or was entered later', async () => {
    const running = await makeOldPost()
    await running.enter({ ends_at: now + day })
    expect(await running.stateOf()).toBe('ready')
    const later = await makeOldPost()
    await later.enter({ ends_at: now + day }, old + day)
    expect(await later.stateOf()).toEqual(removedState)
    const cancelled = await makeOldPost()
    await cancelled.enter({ ends_at: now + day, cancelled_at: 1 })
    expect(await cancelled.stateOf()).toEqual(removedState)
    const late = await makeOldPost()
    await late.enter({ starts_at: old - 40 * day, ends_at: old - 30 * day + 1 }, old - 50 * day)
    expect(await late.stateOf()).toBe('ready')
    const over = await makeOldPost()
    await over.enter({ starts_at: old - 40 * day, ends_at: old - 30 * day }, old - 50 * day)
    expect(await over.stateOf()).toEqual(removedState)
  })

  test('are deleted in batches, between which other work runs', async () => {
    const app = await makeMediaApp({ KEEP_VIDEO_DAYS: '365' })
    const owner = await addUser(app.db)
    for (let n = 0; n < 450; n++) await addVideoRow(app.db, { owner_id: owner, created_at: old })
    let turns = 0
    let isDone = false
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    turn()
    const batches: number[] = []
    app.db.changes.listen(['crew_videos'], () => void batches.push(turns))
    await sweepVideos(app.deps)
    isDone = true
    const videos = await app.db
      .selectFrom('crew_videos')
      .select('id')
      .where('removed_at', 'is', null)
      .execute()
    expect([videos, new Set(batches).size]).toEqual([[], 3])
  })

  test('go with their row when they were never posted, and free the quota', async () => {
    const app = await makeMediaApp({ KEEP_VIDEO_DAYS: '365' })
    app.setNow(now)
    const me = await addSigned(app.db)
    const picture = await addImage(app.db, me.id)
    await addVideoRow(app.db, {
      owner_id: me.id,
      created_at: old,
      uploaded_at: old,
      poster_image_id: picture,
    })
    await sweepVideos(app.deps)
    expect(await app.db.selectFrom('crew_videos').select(['status', 'poster_image_id']).execute()).toEqual([
      { status: 'failed', poster_image_id: null },
    ])
    app.setNow(now + 8 * day)
    await sweepVideos(app.deps)
    expect(await app.db.selectFrom('crew_videos').select('id').execute()).toEqual([])
  })
})
