import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import type { CrewPost, EntryPost, PublicPost } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { makeTestApp, readPages } from '../../../../tests/support/app.ts'
import {
  addCrew,
  addEntry,
  addOwner,
  addScene,
  addSigned,
  addUser,
} from '../../../../tests/support/factories.ts'
import { addPost, addStake, addVideoRow } from '../../../../tests/support/posts.ts'
import { approveCrew } from '../../../../tests/support/states.ts'

const idsOf = async (response: Response): Promise<string[]> =>
  (await response.json()).map(({ id }: { id: string }) => id)

describe('POST /api/crew/posts', () => {
  async function setUp() {
    const app = await makeTestApp()
    const me = await addSigned(app.db)
    const videoId = await addVideoRow(app.db, { owner_id: me.id })
    const post = (json: object, cookie = me.cookie, headers = {}) =>
      app.page('/api/crew/posts', { json, cookie, headers })
    return { app, me, videoId, post }
  }

  test('answers 401 to a visitor, 404 for another’s video and for an unknown one', async () => {
    const { app, videoId, post } = await setUp()
    const other = await addSigned(app.db)
    expect((await post({ videoId }, '')).status).toBe(401)
    const theirs = await post({ videoId }, other.cookie)
    expect([theirs.status, (await theirs.json()).message]).toEqual([404, 'Video not found'])
    expect((await post({ videoId: newId() })).status).toBe(404)
  })

  test('answers 400 with the exact text for a caption of 141 characters and for every other invalid field', async () => {
    const { videoId, post } = await setUp()
    const bad = await post({ videoId, caption: 'x'.repeat(141), tag: 'Fish', visibility: 'All' })
    expect(bad.status).toBe(400)
    expect(
      (await bad.json()).issues.toSorted((a: { path: string }, b: { path: string }) =>
        a.path < b.path ? -1 : 1,
      ),
    ).toEqual([
      { path: 'caption', message: 'Caption must be 140 characters or less' },
      { path: 'tag', message: videoTexts.tagInvalid },
      { path: 'visibility', message: 'Choose who can see it: Backers or Public' },
    ])
    expect((await (await post({})).json()).issues).toEqual([
      { path: 'videoId', message: 'Please choose a video' },
    ])
  })

  test('answers 409 during the upload, and 422 with the reason for a refused video', async () => {
    const { app, me, post } = await setUp()
    const unfinishedVideo = await addVideoRow(app.db, { owner_id: me.id, status: 'uploading' })
    const refusedVideo = await addVideoRow(app.db, {
      owner_id: me.id,
      status: 'refused',
      refusal: 'Too dark.',
    })
    expect((await post({ videoId: unfinishedVideo })).status).toBe(409)
    const answer = await post({ videoId: refusedVideo })
    expect([answer.status, (await answer.json()).message]).toEqual([422, 'Too dark.'])
  })

  test('creates a published catch for backers by default, with a caption of up to 140 characters', async () => {
    const { app, me, videoId, post } = await setUp()
    const { id } = await (await post({ videoId, caption: 'x'.repeat(140) })).json()
    const draft = await (await post({ videoId, tag: 'Run', visibility: 'Public', publish: false })).json()
    const list: CrewPost[] = await (await app.page('/api/crew/posts', { cookie: me.cookie })).json()
    expect(list.map(post => [post.id, post.tag, post.visibility, post.publishedAt !== null])).toEqual([
      [draft.id, 'Run', 'Public', false],
      [id, 'Catch', 'Backers', true],
    ])
    expect(list[1]?.video).toMatchObject({ id: videoId, durationSec: 12 })
  })

  test('returns the same post for a repeated Idempotency-Key', async () => {
    const { app, videoId, post } = await setUp()
    const key = { 'idempotency-key': 'item-1' }
    const first = await (await post({ videoId }, undefined, key)).json()
    expect(await (await post({ videoId }, undefined, key)).json()).toEqual(first)
    expect(await app.db.selectFrom('crew_posts').select('id').execute()).toHaveLength(1)
  })

  test('takes an empty Idempotency-Key as none, and answers 400 for one that is too long', async () => {
    const { app, videoId, post } = await setUp()
    const statusOf = async (key: string) =>
      (await post({ videoId }, undefined, { 'idempotency-key': key })).status
    expect([await statusOf(''), await statusOf(''), await statusOf('k'.repeat(256))]).toEqual([201, 201, 400])
    expect(await app.db.selectFrom('crew_posts').select('id').execute()).toHaveLength(2)
  })

  test('has the boat whose owner has approved the author as crew', async () => {
    const { app, me, videoId, post } = await setUp()
    const { boat } = await addScene(app.db)
    await addCrew(app.db, { user_id: me.id, boat_id: boat, approved_at: null })
    const boatOf = async (id: string): Promise<CrewPost['boat']> =>
      (await (await app.page(`/api/crew/posts/${id}`, { cookie: me.cookie })).json()).boat
    const earlierPost = await (await post({ videoId })).json()
    expect(await boatOf(earlierPost.id)).toBeNull()
    await approveCrew(app.db)
    const laterPost = await (await post({ videoId })).json()
    expect(await boatOf(laterPost.id)).toEqual({ id: boat, name: 'Reel Deal' })
  })
})

describe('visibility of a post', () => {
  async function setUp() {
    const app = await makeTestApp()
    const scene = await addScene(app.db)
    const { db } = app
    const author = await addSigned(db)
    const crew = await addSigned(db)
    const applicant = await addSigned(db)
    const backer = await addSigned(db)
    const refundedBacker = await addSigned(db)
    await addCrew(db, { user_id: author.id, boat_id: scene.boat })
    await addCrew(db, { user_id: crew.id, boat_id: scene.boat })
    await addCrew(db, { user_id: applicant.id, boat_id: scene.boat, approved_at: null })
    await addStake(db, { entry_id: scene.entry, backer_id: backer.id })
    await addStake(db, { entry_id: scene.entry, backer_id: refundedBacker.id, status: 'refunded' })
    const of = { author_id: author.id, boat_id: scene.boat }
    const posts = {
      open: await addPost(db, of),
      backers: await addPost(db, { ...of, visibility: 'Backers' }),
      draft: await addPost(db, { ...of, published_at: null }),
    }
    const sees = async (cookie: string) => {
      const names: string[] = []
      for (const [name, id] of Object.entries(posts))
        if ((await app.page(`/api/crew/posts/${id}`, { cookie })).status === 200) names.push(name)
      return names
    }
    return { app, ...scene, author, crew, applicant, backer, refundedBacker, posts, sees }
  }

  test('shows a backers-only post to backers, crew, owner and author, not to refunded backers or unapproved crew', async () => {
    const { sees, author, crew, applicant, backer, refundedBacker, captain, stranger, organiser } =
      await setUp()
    expect(await sees('')).toEqual(['open'])
    for (const outsider of [stranger, applicant, refundedBacker, organiser])
      expect(await sees(outsider.cookie)).toEqual(['open'])
    for (const insider of [backer, crew, captain])
      expect(await sees(insider.cookie)).toEqual(['open', 'backers'])
    expect(await sees(author.cookie)).toEqual(['open', 'backers', 'draft'])
  })

  test('of a past tournament are those of its days, of a running one all of the boat', async () => {
    const day = 24 * 3_600_000
    const { db, page, setNow } = await makeTestApp()
    const start = Date.now() - 30 * day
    const { entry, boat, tournament, captain } = await addScene(db, {
      starts_at: start,
      ends_at: start + day,
    })
    const at = async (published_at: number) => addPost(db, { boat_id: boat, published_at })
    const [eve, during, lateUpload] = [await at(start - day), await at(start), await at(start + 3 * day)]
    const [before, after] = [await at(start - day - 1), await at(start + 3 * day + 1)]
    const lists = async () => [
      idsOf(await page(`/api/tournament-entries/${entry}/crew-posts`, { cookie: captain.cookie })),
      idsOf(await page(`/api/crew/posts/public?tournamentId=${tournament}`)),
    ]
    for (const ids of await Promise.all(await lists())) expect(ids).toEqual([lateUpload, during, eve])
    setNow(start + day - 1)
    for (const ids of await Promise.all(await lists()))
      expect(ids).toEqual([after, lateUpload, during, eve, before])
  })

  test('shows a backers-only post to backers of the boat in another tournament', async () => {
    const { app, sees, boat } = await setUp()
    const { db } = app
    const { tournament } = await addScene(db)
    const early = await addSigned(db)
    const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat, withdrawn_at: 2 })
    await addStake(db, { entry_id: entry, backer_id: early.id })
    expect(await sees(early.cookie)).toEqual(['open', 'backers'])
  })

  test('GET /api/tournament-entries/:id/crew-posts answers 401 to a visitor and lists what the caller may see, with the field names that programs rely on', async () => {
    const { app, entry, backer, stranger, author, posts } = await setUp()
    const list = (cookie: string) => app.page(`/api/tournament-entries/${entry}/crew-posts`, { cookie })
    expect((await list('')).status).toBe(401)
    expect(
      (await app.page(`/api/tournament-entries/${newId()}/crew-posts`, { cookie: backer.cookie })).status,
    ).toBe(404)
    expect(await idsOf(await list(stranger.cookie))).toEqual([posts.open])
    expect((await idsOf(await list(backer.cookie))).sort()).toEqual([posts.open, posts.backers].sort())
    expect((await idsOf(await list(author.cookie))).sort()).toEqual([posts.open, posts.backers].sort())
    const [post]: EntryPost[] = await (await list(stranger.cookie)).json()
    expect(post).toMatchObject({
      tag: 'Catch',
      caption: null,
      visibility: 'Public',
      video: { duration_sec: 12 },
    })
    expect(post?.video.video_url).toStartWith('/media/')
    expect(Object.keys(post ?? {}).sort()).toEqual(
      ['caption', 'created_at', 'id', 'published_at', 'tag', 'video', 'visibility'].sort(),
    )
  })

  test('the public feed and outsiders get no link to a backers-only video', async () => {
    const { app, entry, stranger, posts } = await setUp()
    const backersVideo = await app.db
      .selectFrom('crew_posts')
      .select('video_id')
      .where('id', '=', posts.backers)
      .executeTakeFirstOrThrow()
    const answers = await Promise.all(
      [
        '/api/crew/posts/public',
        `/api/tournament-entries/${entry}/crew-posts`,
        `/api/crew/posts/${posts.backers}`,
      ].map(async path => (await app.page(path, { cookie: stranger.cookie })).text()),
    )
    for (const answer of answers) expect(answer).not.toContain(backersVideo.video_id)
    expect(answers[0]).toContain(posts.open)
  })
})

describe('GET /api/crew/posts/public', () => {
  test('answers 400 for an invalid tag, cursor or limit', async () => {
    const { page } = await makeTestApp()
    for (const query of ['tag=Fish', 'cursor=1', 'limit=0', 'limit=101'])
      expect((await page(`/api/crew/posts/public?${query}`)).status).toBe(400)
  })

  test('omits drafts, backers-only, hidden and unplayable posts, and those of banned or deleted accounts', async () => {
    const { page, db } = await makeTestApp()
    const publicPost = await addPost(db)
    await addPost(db, { published_at: null })
    await addPost(db, { visibility: 'Backers' })
    await addPost(db, { hidden_at: 1 })
    await addPost(db, { video_id: await addVideoRow(db, { status: 'processing' }) })
    await addPost(db, { author_id: await addUser(db, { banned_at: 1 }) })
    await addPost(db, { author_id: await addUser(db, { deleted_at: 1, email: null }) })
    expect(await idsOf(await page('/api/crew/posts/public'))).toEqual([publicPost])
  })

  test('a post of a deleted account is gone at once: by its address, and from the reports', async () => {
    const app = await makeTestApp()
    const { captain, boat } = await addScene(app.db)
    const author = await addSigned(app.db)
    const post = await addPost(app.db, { author_id: author.id, boat_id: boat })
    const address = `/api/crew/posts/${post}`
    expect((await app.page(`${address}/report`, { json: {} })).status).toBe(204)
    const reports = async () => idsOf(await app.page('/api/crew/reports', { cookie: captain.cookie }))
    expect(await reports()).toEqual([post])
    await inTransaction(app.db, trx => anonymiseUser(trx, author.id, Date.now()))
    for (const cookie of ['', captain.cookie]) expect((await app.page(address, { cookie })).status).toBe(404)
    expect((await app.page(`/crew-videos/${post}`)).status).toBe(404)
    expect((await app.page(`${address}/report`, { json: {} })).status).toBe(404)
    expect(await reports()).toEqual([])
  })

  test('filters by tag, newest first, in pages without repeats or gaps', async () => {
    const { page, db } = await makeTestApp()
    const all: string[] = []
    for (let n = 0; n < 7; n++) all.push(await addPost(db, { published_at: 1000 + Math.floor(n / 3) }))
    await addPost(db, { tag: 'Run', published_at: 1 })
    const pages = await readPages<PublicPost[]>({ page }, '/api/crew/posts/public?tag=Catch&limit=3')
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids.toSorted()).toEqual(all.toSorted())
    expect(ids.at(-1)).toBe(all.slice(0, 3).toSorted()[0] ?? '')
    expect(await idsOf(await page('/api/crew/posts/public?tag=All'))).toHaveLength(8)
  })
})

describe('PATCH and DELETE /api/crew/posts/:id', () => {
  test('answers 401 to a visitor, 404 for an invisible post and 403 for a visible one of another author', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const open = await addPost(db)
    const draft = await addPost(db, { published_at: null })
    for (const method of ['PATCH', 'DELETE']) {
      const ask = (id: string, as: string) => page(`/api/crew/posts/${id}`, { method, json: {}, cookie: as })
      expect((await ask(open, '')).status).toBe(401)
      expect((await ask(draft, cookie)).status).toBe(404)
      expect((await ask(open, cookie)).status).toBe(403)
    }
  })

  test('PATCH changes fields and publishes a draft once; a publication is final', async () => {
    const { page, db, setNow } = await makeTestApp()
    const { id: author_id, cookie } = await addSigned(db)
    const id = await addPost(db, { author_id, published_at: null })
    const patch = (json: object) => page(`/api/crew/posts/${id}`, { method: 'PATCH', json, cookie })
    expect((await patch({ published: false })).status).toBe(400)
    setNow(5000)
    const post: CrewPost = await (await patch({ published: true, caption: ' Fish on! ', tag: 'Run' })).json()
    expect(post).toMatchObject({
      caption: 'Fish on!',
      tag: 'Run',
      visibility: 'Public',
      publishedAt: '1970-01-01T00:00:05.000Z',
    })
    setNow(9000)
    expect((await (await patch({ published: true, caption: null })).json()).publishedAt).toBe(
      post.publishedAt,
    )
  })

  test('PATCH ignores undeclared fields, even those named like a column', async () => {
    const { page, db } = await makeTestApp()
    const { id: author_id, cookie } = await addSigned(db)
    const { boat } = await addScene(db)
    const id = await addPost(db, { author_id })
    const before = await db.selectFrom('crew_posts').selectAll().where('id', '=', id).executeTakeFirst()
    const json = {
      caption: 'New',
      video_id: await addVideoRow(db),
      boat_id: boat,
      author_id: await addUser(db),
      created_at: 1,
      published_at: null,
      hidden_at: 5,
      no_such_column: true,
    }
    expect((await page(`/api/crew/posts/${id}`, { method: 'PATCH', json, cookie })).status).toBe(200)
    const after = await db.selectFrom('crew_posts').selectAll().where('id', '=', id).executeTakeFirst()
    expect(after).toEqual({ ...before, caption: 'New' } as typeof after)
  })

  test('DELETE removes the post, and its video with the last post that shows it', async () => {
    const { page, db } = await makeTestApp()
    const { id: author_id, cookie } = await addSigned(db)
    const video_id = await addVideoRow(db, { owner_id: author_id })
    const first = await addPost(db, { author_id, video_id })
    const second = await addPost(db, { author_id, video_id })
    const remove = async (id: string) =>
      (await page(`/api/crew/posts/${id}`, { method: 'DELETE', cookie })).status
    const videos = () => db.selectFrom('crew_videos').select('id').execute()
    expect([await remove(first), (await videos()).length]).toEqual([204, 1])
    expect([await remove(second), (await videos()).length]).toEqual([204, 0])
    expect(await remove(second)).toBe(404)
    expect(await db.selectFrom('jobs').select(['kind', 'subject']).execute()).toEqual([
      { kind: 'video-files', subject: video_id },
    ])
  })
})

describe('a removed crew member', () => {
  async function setUp() {
    const app = await makeTestApp()
    const scene = await addScene(app.db)
    const author = await addSigned(app.db)
    const backer = await addSigned(app.db)
    await addCrew(app.db, { user_id: author.id, boat_id: scene.boat })
    await addStake(app.db, { entry_id: scene.entry, backer_id: backer.id })
    const video_id = await addVideoRow(app.db, { owner_id: author.id })
    const of = { author_id: author.id, boat_id: scene.boat, video_id }
    const draft = await addPost(app.db, { ...of, visibility: 'Backers', published_at: null })
    const publishedPost = await addPost(app.db, of)
    const approve = (approved: boolean) =>
      app.page(`/api/boats/${scene.boat}/crew/${author.id}`, {
        json: { approved },
        cookie: scene.captain.cookie,
      })
    const patch = (id: string, json: object) =>
      app.page(`/api/crew/posts/${id}`, { method: 'PATCH', json, cookie: author.cookie })
    const ofEntry = async () =>
      idsOf(await app.page(`/api/tournament-entries/${scene.entry}/crew-posts`, { cookie: backer.cookie }))
    const assign = (boatId: string | null) =>
      app.page('/api/crew/assignment', { method: 'PUT', json: { boatId }, cookie: author.cookie })
    return { app, ...scene, author, backer, draft, publishedPost, approve, patch, ofEntry, assign }
  }

  test('cannot publish an old draft for the boat, whatever its visibility', async () => {
    for (const visibility of ['Backers', 'Public']) {
      const { app, entry, backer, draft, publishedPost, approve, patch, ofEntry } = await setUp()
      expect((await approve(false)).status).toBe(200)
      const answer = await patch(draft, { published: true, visibility })
      expect([answer.status, (await answer.json()).boat]).toEqual([200, null])
      expect(await ofEntry()).toEqual([publishedPost])
      const response = await app.page(`/api/crew/posts/${draft}`, { cookie: backer.cookie })
      expect(response.status).toBe(visibility === 'Backers' ? 404 : 200)
      const feed = await app.page('/api/crew/posts/public')
      for (const post of (await feed.json()) as PublicPost[])
        if (post.id === draft) expect(post.boat).toBeNull()
      expect(entry).toBeString()
    }
  })

  test('cannot change a post published for the boat (403), but may delete it', async () => {
    const { app, author, publishedPost, approve, patch } = await setUp()
    expect((await patch(publishedPost, { caption: 'Still crew' })).status).toBe(200)
    await approve(false)
    const answer = await patch(publishedPost, { caption: 'Sold!', visibility: 'Backers' })
    expect([answer.status, (await answer.json()).message]).toEqual([
      403,
      'You no longer crew this boat. You can delete this post, but not change it.',
    ])
    const path = `/api/crew/posts/${publishedPost}`
    expect((await app.page(path, { method: 'DELETE', cookie: author.cookie })).status).toBe(204)
  })

  test('publishes a draft for the boat after a new approval', async () => {
    const { draft, publishedPost, approve, patch, ofEntry, assign, boat } = await setUp()
    await approve(false)
    await patch(draft, { published: true })
    expect(await ofEntry()).toEqual([publishedPost])
    await assign(boat)
    expect(await ofEntry()).toEqual([publishedPost])
    await approve(true)
    expect((await ofEntry()).sort()).toEqual([publishedPost, draft].sort())
  })
})

describe('a backers-only post of a crew member without a boat', () => {
  test('is visible to its author only until a boat’s owner approves the author, then to the boat’s backers', async () => {
    const { page, db } = await makeTestApp()
    const { entry, boat, captain } = await addScene(db)
    const me = await addSigned(db)
    const backer = await addSigned(db)
    await addStake(db, { entry_id: entry, backer_id: backer.id })
    const videoId = await addVideoRow(db, { owner_id: me.id })
    const post = async (json: object): Promise<string> =>
      (await (await page('/api/crew/posts', { json: { videoId, ...json }, cookie: me.cookie })).json()).id
    const waiting = await post({})
    const draft = await post({ publish: false })
    const open = await post({ visibility: 'Public' })
    const ofEntry = async () =>
      idsOf(await page(`/api/tournament-entries/${entry}/crew-posts`, { cookie: backer.cookie }))
    await page('/api/crew/assignment', { method: 'PUT', json: { boatId: boat }, cookie: me.cookie })
    expect(await ofEntry()).toEqual([])
    expect((await page(`/api/crew/posts/${waiting}`, { cookie: backer.cookie })).status).toBe(404)
    const path = `/api/boats/${boat}/crew/${me.id}`
    expect((await page(path, { json: { approved: true }, cookie: captain.cookie })).status).toBe(200)
    expect(await ofEntry()).toEqual([waiting])
    expect((await page(`/api/crew/posts/${waiting}`, { cookie: backer.cookie })).status).toBe(200)
    expect((await page(`/api/crew/posts/${draft}`, { cookie: backer.cookie })).status).toBe(404)
    await page(`/api/crew/posts/${open}`, {
      method: 'PATCH',
      json: { visibility: 'Backers' },
      cookie: me.cookie,
    })
    expect((await ofEntry()).sort()).toEqual([waiting, open].sort())
  })

  test('gets the author’s own boat at once', async () => {
    const { page, db } = await makeTestApp()
    const { boat, captain } = await addScene(db)
    const videoId = await addVideoRow(db, { owner_id: captain.id })
    const { id } = await (await page('/api/crew/posts', { json: { videoId }, cookie: captain.cookie })).json()
    await page('/api/crew/assignment', { method: 'PUT', json: { boatId: boat }, cookie: captain.cookie })
    const post = await (await page(`/api/crew/posts/${id}`, { cookie: captain.cookie })).json()
    expect(post.boat.id).toBe(boat)
  })
})

describe('moderation of a backers-only post', () => {
  async function setUp() {
    const app = await makeTestApp()
    const scene = await addScene(app.db)
    const backer = await addSigned(app.db)
    await addStake(app.db, { entry_id: scene.entry, backer_id: backer.id })
    const of = { boat_id: scene.boat, visibility: 'Backers' as const }
    const reportedPost = await addPost(app.db, of)
    const other = await addPost(app.db, of)
    const act = (method: string, id: string, path: string, cookie: string) =>
      app.page(`/api/crew/posts/${id}/${path}`, { method, json: {}, cookie })
    const read = (id: string, cookie: string) => app.page(`/api/crew/posts/${id}`, { cookie })
    const reports = (cookie: string) => app.page('/api/crew/reports', { cookie })
    return { app, ...scene, backer, reportedPost, other, act, read, reports }
  }

  test('an organiser cannot see or hide it unless it is reported', async () => {
    const { organiser, backer, captain, stranger, reportedPost, other, act, read, reports } = await setUp()
    expect(await (await reports(organiser.cookie)).json()).toEqual([])
    expect((await read(reportedPost, organiser.cookie)).status).toBe(404)
    expect((await act('POST', reportedPost, 'report', organiser.cookie)).status).toBe(404)
    expect((await act('POST', reportedPost, 'report', backer.cookie)).status).toBe(204)
    for (const method of ['POST', 'DELETE'])
      expect((await act(method, other, 'takedown', organiser.cookie)).status).toBe(404)
    expect((await act('DELETE', other, 'reports', organiser.cookie)).status).toBe(404)
    expect((await read(other, organiser.cookie)).status).toBe(404)
    expect((await read(reportedPost, stranger.cookie)).status).toBe(404)
    expect((await act('POST', other, 'takedown', captain.cookie)).status).toBe(204)
    expect((await read(other, organiser.cookie)).status).toBe(404)
  })

  test('an owner of the site sees only the reported post, and what is hidden', async () => {
    const { app, backer, captain, reportedPost, other, act, read } = await setUp()
    const { cookie } = await addOwner(app.db)
    const statuses = async () => [
      (await read(reportedPost, cookie)).status,
      (await read(other, cookie)).status,
    ]
    expect(await statuses()).toEqual([404, 404])
    await act('POST', reportedPost, 'report', backer.cookie)
    expect(await statuses()).toEqual([200, 404])
    expect((await (await read(reportedPost, cookie)).json()).canTakeOff).toBe(false)
    expect((await act('POST', reportedPost, 'takedown', cookie)).status).toBe(403)
    const hide = { method: 'PUT', cookie }
    expect((await app.page(`/api/admin/posts/${reportedPost}/hidden`, hide)).status).toBe(204)
    await act('POST', other, 'takedown', captain.cookie)
    expect(await statuses()).toEqual([200, 200])
    const withoutBoat = await addPost(app.db, { hidden_at: 1 })
    expect((await read(withoutBoat, cookie)).status).toBe(200)
  })

  test('an organiser sees and hides only the reported post, until the report is closed', async () => {
    const { organiser, backer, captain, reportedPost, act, read, reports } = await setUp()
    await act('POST', reportedPost, 'report', backer.cookie)
    const list: CrewPost[] = await (await reports(organiser.cookie)).json()
    expect(list.map(({ id }) => id)).toEqual([reportedPost])
    expect(list[0]?.video.videoUrl).toStartWith('/media/')
    const response = await read(reportedPost, organiser.cookie)
    expect([response.status, (await response.json()).canTakeOff]).toEqual([200, true])
    expect((await act('POST', reportedPost, 'takedown', organiser.cookie)).status).toBe(204)
    expect((await read(reportedPost, backer.cookie)).status).toBe(404)
    expect((await act('DELETE', reportedPost, 'reports', organiser.cookie)).status).toBe(204)
    expect((await act('DELETE', reportedPost, 'takedown', organiser.cookie)).status).toBe(204)
    expect((await read(reportedPost, organiser.cookie)).status).toBe(404)
    expect((await read(reportedPost, backer.cookie)).status).toBe(200)
    expect((await read(reportedPost, captain.cookie)).status).toBe(200)
  })
})

describe('moderation', () => {
  async function setUp() {
    const app = await makeTestApp()
    const scene = await addScene(app.db)
    const author = await addSigned(app.db)
    const post = await addPost(app.db, { author_id: author.id, boat_id: scene.boat })
    const act = (method: string, path: string, cookie: string, json: object = {}) =>
      app.page(`/api/crew/posts/${post}/${path}`, { method, json, cookie })
    const inFeed = async () => (await idsOf(await app.page('/api/crew/posts/public'))).includes(post)
    return { app, ...scene, author, post, act, inFeed }
  }

  test('takedown answers 401 to a visitor, 403 to others and the author, 404 for an invisible post', async () => {
    const { app, act, stranger, author, organiser } = await setUp()
    expect((await act('POST', 'takedown', '')).status).toBe(401)
    expect((await act('POST', 'takedown', stranger.cookie)).status).toBe(403)
    expect((await act('POST', 'takedown', author.cookie)).status).toBe(403)
    const elsewhere = await addPost(app.db, { published_at: null })
    const path = `/api/crew/posts/${elsewhere}/takedown`
    expect((await app.page(path, { json: {}, cookie: organiser.cookie })).status).toBe(404)
  })

  test('canTakeOff is true only for the boat’s owner and its organisers', async () => {
    const { app, post, organiser, captain, stranger, author } = await setUp()
    const answers = async (cookie: string): Promise<boolean> =>
      (await (await app.page(`/api/crew/posts/${post}`, { cookie })).json()).canTakeOff
    for (const { cookie } of [organiser, captain]) expect(await answers(cookie)).toBe(true)
    for (const { cookie } of [stranger, author, { cookie: '' }]) expect(await answers(cookie)).toBe(false)
  })

  test('takedown hides a post from everyone but its author; it can be shown again', async () => {
    const { app, act, inFeed, organiser, captain, stranger, author, entry, post } = await setUp()
    const ofEntry = async (cookie: string) =>
      idsOf(await app.page(`/api/tournament-entries/${entry}/crew-posts`, { cookie }))
    expect((await act('POST', 'takedown', organiser.cookie)).status).toBe(204)
    expect(await inFeed()).toBe(false)
    expect(await ofEntry(stranger.cookie)).toEqual([])
    expect((await app.page(`/api/crew/posts/${post}`, { cookie: stranger.cookie })).status).toBe(404)
    const [own]: CrewPost[] = await (await app.page('/api/crew/posts', { cookie: author.cookie })).json()
    expect(own).toMatchObject({ id: post, hidden: true })
    expect((await act('DELETE', 'takedown', captain.cookie)).status).toBe(204)
    expect(await inFeed()).toBe(true)
  })

  test('a post that an owner of the site hid is shown again only by one, and its video not by another post', async () => {
    const { app, act, inFeed, organiser, captain, author, post } = await setUp()
    const { db } = app
    const owner = await addOwner(db)
    const hide = (method: 'PUT' | 'DELETE') =>
      app.page(`/api/admin/posts/${post}/hidden`, { method, cookie: owner.cookie })
    const { video_id: videoId } = await db
      .selectFrom('crew_posts')
      .select('video_id')
      .where('id', '=', post)
      .executeTakeFirstOrThrow()
    const draft = await addPost(db, { author_id: author.id, video_id: videoId, published_at: null })
    expect((await act('POST', 'takedown', captain.cookie)).status).toBe(204)
    expect((await hide('PUT')).status).toBe(204)
    // Hiding it again changes nothing.
    expect((await act('POST', 'takedown', captain.cookie)).status).toBe(204)
    for (const { cookie } of [captain, organiser]) {
      const rejection = await act('DELETE', 'takedown', cookie)
      expect([rejection.status, (await rejection.json()).message]).toEqual([403, videoTexts.hiddenByOwner])
      expect((await (await app.page(`/api/crew/posts/${post}`, { cookie })).json()).canTakeOff).toBe(false)
    }
    const again = await app.page('/api/crew/posts', { json: { videoId }, cookie: author.cookie })
    expect([again.status, (await again.json()).message]).toEqual([403, videoTexts.hiddenByOwner])
    await app.page(`/api/crew/posts/${draft}`, {
      method: 'PATCH',
      json: { published: true, visibility: 'Public' },
      cookie: author.cookie,
    })
    await app.page(`/api/crew/posts/${post}`, { method: 'DELETE', cookie: author.cookie })
    const feed: PublicPost[] = await (await app.page('/api/crew/posts/public')).json()
    expect(feed.map(({ id }) => id)).not.toContain(draft)
    expect((await app.page('/api/crew/posts', { json: { videoId }, cookie: author.cookie })).status).toBe(403)
    expect(
      (await app.page(`/api/admin/posts/${draft}/hidden`, { method: 'DELETE', cookie: owner.cookie })).status,
    ).toBe(204)
    expect(await inFeed()).toBe(false)
    expect(
      (await (await app.page('/api/crew/posts/public')).json()).map(({ id }: PublicPost) => id),
    ).toContain(draft)
  })

  test('an owner hides all posts of a video and closes their reports; shown again, a captain’s takedown stays', async () => {
    const { app, act, inFeed, captain, author, post } = await setUp()
    const owner = await addOwner(app.db)
    const { video_id } = await app.db
      .selectFrom('crew_posts')
      .select('video_id')
      .where('id', '=', post)
      .executeTakeFirstOrThrow()
    const twin = await addPost(app.db, { author_id: author.id, video_id })
    const hide = async (method: 'PUT' | 'DELETE', id: string) =>
      expect((await app.page(`/api/admin/posts/${id}/hidden`, { method, cookie: owner.cookie })).status).toBe(
        204,
      )
    const isTwinInFeed = async () => (await idsOf(await app.page('/api/crew/posts/public'))).includes(twin)
    await act('POST', 'report', '')
    await app.page(`/api/crew/posts/${twin}/report`, { json: {} })
    await act('POST', 'takedown', captain.cookie)
    await hide('PUT', twin)
    expect(await (await app.page('/api/admin/reports', { cookie: owner.cookie })).json()).toEqual([])
    expect([await inFeed(), await isTwinInFeed()]).toEqual([false, false])
    await hide('DELETE', twin)
    expect([await inFeed(), await isTwinInFeed()]).toEqual([false, true])
    expect((await act('DELETE', 'takedown', captain.cookie)).status).toBe(204)
    expect(await inFeed()).toBe(true)
    // The operator may show any post again.
    await act('POST', 'takedown', captain.cookie)
    await hide('DELETE', post)
    expect(await inFeed()).toBe(true)
  })

  test('report answers 404 for an invisible post and 400 for a reason that is too long', async () => {
    const { app, act } = await setUp()
    const draft = await addPost(app.db, { published_at: null })
    expect((await app.page(`/api/crew/posts/${draft}/report`, { json: {} })).status).toBe(404)
    expect((await act('POST', 'report', '', { reason: 'x'.repeat(501) })).status).toBe(400)
  })

  test('report answers 429 after twenty reports from one network within an hour', async () => {
    const app = await makeTestApp({ RATE_LIMIT: 'on' })
    const post = await addPost(app.db)
    const report = async () => (await app.page(`/api/crew/posts/${post}/report`, { json: {} })).status
    for (let n = 0; n < 20; n++) expect(await report()).toBe(204)
    expect(await report()).toBe(429)
  })

  test('visitors may report, an account counts once, and owner and organiser see the reasons', async () => {
    const { app, act, stranger, organiser, captain, author, post } = await setUp()
    await act('POST', 'report', '', { reason: 'Not a fish' })
    await act('POST', 'report', stranger.cookie, { reason: 'Rude' })
    await act('POST', 'report', stranger.cookie, { reason: 'Very rude' })
    const reports = async (cookie: string) => (await app.page('/api/crew/reports', { cookie })).json()
    for (const { cookie } of [organiser, captain])
      expect(await reports(cookie)).toMatchObject([
        { id: post, reports: 2, reasons: ['Very rude', 'Not a fish'], hidden: false },
      ])
    for (const { cookie } of [stranger, author]) expect(await reports(cookie)).toEqual([])
    expect((await act('DELETE', 'reports', stranger.cookie)).status).toBe(403)
    expect((await act('DELETE', 'reports', organiser.cookie)).status).toBe(204)
    expect(await reports(organiser.cookie)).toEqual([])
  })
})
