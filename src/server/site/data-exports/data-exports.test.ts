import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { jobKinds } from '#server/jobs/job-kinds.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { JobQueue } from '#server/queue/queue.ts'
import type { TestApp } from '../../../../tests/support/app.ts'
import {
  addBoat,
  addEntry,
  addFunding,
  addImage,
  addNotification,
  addOwner,
  addPushSubscription,
  addScene,
  addSigned,
  addUpdate,
  addWebhook,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { addPost, addVideoRow } from '../../../../tests/support/posts.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import { removeJobs } from '../../../../tests/support/states.ts'
import { unzip } from '../../../../tests/support/unzip.ts'
import { makeMediaApp, removeDisks } from '../../../../tests/support/uploads.ts'
import { sweepExports } from './export-jobs.ts'
import { leftOut, sections } from './sections.ts'

afterAll(removeDisks)

const ask = (app: TestApp, { cookie }: Signed) => app.page('/api/data-export', { method: 'POST', cookie })
const read = async (app: TestApp, { cookie }: Signed) =>
  (await app.page('/api/data-export', { cookie })).json()
const filesOf = ({ deps }: TestApp) => {
  const directory = join(deps.env.dataDir, 'db', 'exports')
  return existsSync(directory) ? readdirSync(directory) : []
}

async function download(app: TestApp, { cookie }: Signed) {
  const { file } = await read(app, { cookie } as Signed)
  const answer = await app.page(file.url, { cookie })
  expect(answer.status).toBe(200)
  const bytes = await answer.bytes()
  const files = unzip(bytes)
  const text = (name: string) => new TextDecoder().decode(files.get(name))
  return { answer, bytes, files, readme: text('README.txt'), data: JSON.parse(text('data.json')) }
}

describe('the schema', () => {
  test('every column is exported, withheld with a reason, or of a table that is left out with a reason', async () => {
    const database = openDatabase(':memory:')
    const db = makeDb(database)
    await migrate(database, db)
    const columns = database
      .query<{ table: string; name: string }, []>(
        `select m.name as "table", c.name as name from sqlite_master m, pragma_table_info(m.name) c
         where m.type = 'table' and m.name not like '%\\_search%' escape '\\'
           and m.name not like '%\\_texts' escape '\\' and m.name not like 'kysely%'
         union all select 'legal_texts', name from pragma_table_info('legal_texts')`,
      )
      .all()
    await db.destroy()
    expect(columns.length).toBeGreaterThan(200)
    const isKnown = (table: string, column: string) =>
      table in leftOut ||
      sections.some(
        section => section.table === table && (column in section.fields || section.withheld.includes(column)),
      )
    expect(columns.filter(({ table, name }) => !isKnown(table, name))).toEqual([])
    const both = sections.filter(({ table }) => table in leftOut)
    expect(both).toEqual([])
  })

  test('the key of each section is unique among a person’s rows, so that each batch begins after the last', async () => {
    const database = openDatabase(':memory:')
    const db = makeDb(database)
    await migrate(database, db)
    const uniques = database
      .query<{ table: string; columns: string }, []>(
        `select m.name as "table", (select json_group_array(c.name) from pragma_index_info(i.name) c) as columns
         from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table' and i."unique" = 1 and i.partial = 0
         union all
         select m.name, (select json_group_array(c.name) from pragma_table_info(m.name) c where c.pk > 0)
         from sqlite_master m where m.type = 'table'`,
      )
      .all()
      .map(({ table, columns }) => ({ table, columns: JSON.parse(columns) as string[] }))
    await db.destroy()
    const isUnique = ({ table, key, whose, through }: (typeof sections)[number]) => {
      // The rows of a person have one value of this column.
      const fixed = through === undefined ? [...key, whose] : key
      return uniques.some(
        each =>
          each.table === table &&
          each.columns.length > 0 &&
          each.columns.every(column => fixed.includes(column)),
      )
    }
    expect(sections.filter(section => !isUnique(section)).map(({ name }) => name)).toEqual([])
  })

  test('names of sections are unique', () => {
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length)
  })
})

/** A person with something in most tables, among others. */
async function makePerson() {
  const app = await makeMediaApp()
  app.setNow(Date.now())
  const { db } = app
  const me = await addOwner(db, {
    metadata: '{"first_name":"Ana","last_name":"Reyes"}',
    password_hash: 'CANARY-password',
  })
  const boat = await addBoat(db, { owner_id: me.id, name: 'Second Wind' })
  const { entry, organiser, tournament } = await addScene(db)
  const ownEntry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  await addFunding(db, { entry_id: entry, backer_id: me.id, amount_cents: 2500, message: 'Good luck' })
  await addFunding(db, { entry_id: ownEntry, message: 'CANARY-other-backer' })
  const handover = {
    amount_cents: 1200,
    paid_on: '2026-06-01',
    reference: 'Check 7',
    reverses: null,
    reason: null,
    idempotency_key: null,
    recorded_by: organiser.id,
    created_at: 1,
  }
  await addRows(
    db,
    'handovers',
    { ...handover, id: newId(), entry_id: ownEntry },
    { ...handover, id: newId(), entry_id: entry, reference: 'CANARY-other-boat' },
  )
  await addUpdate(db, { entry_id: ownEntry, author_id: me.id, content: 'Lines in' })
  await addNotification(db, me.id, { title: 'Reel Deal', text: 'Weighed in' })
  await addNotification(db, me.id, { text: 'CANARY-another-person', about_user: organiser.id })
  await addNotification(db, me.id, {}, { text: 'Weighed in. Your $25 isn’t in the money now.' })
  await addPushSubscription(db, me.id, {
    auth: 'CANARY-push-auth',
    endpoint: 'https://9.9.9.9/CANARY-endpoint',
  })
  await addWebhook(db, { tournament_id: tournament, created_by: me.id })
  const token = {
    user_id: me.id,
    code_challenge: null,
    code_challenge_method: null,
    created_at: 1,
    expires_at: 1,
  }
  await addRows(db, 'one_time_tokens', {
    ...token,
    hash: 'CANARY-token',
    type: 'recovery',
    email: 'CANARY-mail',
  })
  const video = await addVideoRow(db, { owner_id: me.id, uploaded_at: 1, idempotency_key: 'CANARY-key' })
  await addPost(db, { author_id: me.id, video_id: video, caption: 'Tight lines' })
  const picture = await addImage(db, me.id)
  await addRows(db, 'events', {
    id: newId(),
    actor_id: organiser.id,
    kind: 'role-granted',
    subject_kind: 'user',
    subject_id: me.id,
    detail: 'owner',
    address: 'CANARY-address',
    data: '{}',
    created_at: 1,
  })
  const uploads = join(app.deps.env.dataDir, 'uploads')
  mkdirSync(join(uploads, 'videos', 'stored', video), { recursive: true })
  mkdirSync(join(uploads, 'images'), { recursive: true })
  writeFileSync(join(uploads, 'videos', 'stored', video, 'web'), 'a video')
  writeFileSync(join(uploads, 'images', `${picture}.webp`), 'a picture')
  return { app, db, me, boat, video, picture, organiser }
}

describe('Download my data', () => {
  test('makes one archive with data, explanations and files, without secrets and others', async () => {
    const { app, me, boat, video, picture } = await makePerson()
    expect(await read(app, me)).toEqual({ state: 'none', requestedAt: null, diskFull: false, file: null })
    const response = await ask(app, me)
    expect([response.status, (await response.json()).state]).toEqual([202, 'waiting'])
    await app.runJobs()

    const { answer, bytes, files, data, readme } = await download(app, me)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="reelstake-data-[\d-]{10}\.zip"$/),
    })
    const { file } = await read(app, me)
    const head = await app.page(file.url, { method: 'HEAD', cookie: me.cookie })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect([...files.keys()]).toEqual([
      'README.txt',
      'data.json',
      `files/pictures/${picture}.webp`,
      `files/videos/${video}.webm`,
    ])
    expect(new TextDecoder().decode(files.get(`files/videos/${video}.webm`))).toBe('a video')
    expect(Object.keys(data).slice(3)).toEqual(sections.map(({ name }) => name).slice(1))
    expect(data.account).toMatchObject([{ id: me.id, metadata: { first_name: 'Ana' } }])
    expect(data.fundings).toMatchObject([
      { amountCents: 2500, message: 'Good luck', boat: 'Reel Deal', tournament: 'White Marlin Open' },
    ])
    expect(data.fundings[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(data.entries).toMatchObject([{ boatId: boat, boat: 'Second Wind' }])
    expect(data.handoversReceived).toMatchObject([
      { amountCents: 1200, paidOn: '2026-06-01', reference: 'Check 7', boat: 'Second Wind' },
    ])
    expect(data.handovers).toEqual([])
    expect(data.updates).toMatchObject([{ content: 'Lines in', boat: 'Second Wind' }])
    expect(data.posts).toMatchObject([{ videoId: video, caption: 'Tight lines' }])
    expect(data.bookkeeping.length).toBe(2)
    expect(
      data.notifications.map(({ notification }: { notification: string | null }) => notification),
    ).toEqual(['Reel Deal\nWeighed in', null, 'Reel Deal\nWeighed in. Your $25 isn’t in the money now.'])
    expect(data.auditOfYourAccount).toMatchObject([{ kind: 'role-granted', detail: 'owner' }])
    for (const { name, about } of sections) expect(readme).toContain(`${name}: ${about}`)
    const { cookie_hash: cookie } = await app.db
      .selectFrom('sessions')
      .select('cookie_hash')
      .where('user_id', '=', me.id)
      .executeTakeFirstOrThrow()
    const all = new TextDecoder().decode(bytes)
    expect([all.match(/CANARY-[\w-]+/g), all.includes(String(cookie))]).toEqual([null, false])

    const [path = ''] = filesOf(app)
    const { mode } = statSync(join(app.deps.env.dataDir, 'db', 'exports', path))
    expect(mode & 0o777).toBe(0o600)
  })

  test('mails a link to the page, once, also when the job ran twice', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    await app.runJobs()
    await changeRows(app.db, 'jobs', { state: 'waiting' }, { kind: ['data-export', 'mail-data-export'] })
    await removeJobs(app.db, 'mail-data-export')
    await app.runJobs()
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`${me.id}@example.com`, 'Your data is ready to download'],
    ])
    expect(app.mails[0]?.text).toContain('/account#data\n')
    expect(app.mails[0]?.text).not.toContain('/api/')
  })

  test('runs again after a crash, and leaves one archive and one mail', async () => {
    const { app, me } = await makePerson()
    const { id } = await ask(app, me).then(() =>
      app.db.selectFrom('data_exports').select('id').executeTakeFirstOrThrow(),
    )
    // Left by a process that was killed while it consume.
    const directory = join(app.deps.env.dataDir, 'db', 'exports')
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, `${id}.zip.part`), 'x'.repeat(10_000_000))
    await changeRows(app.db, 'jobs', { attempts: 1 })
    await app.runJobs()
    expect(filesOf(app)).toEqual([`${id}.zip`])
    expect(app.mails.length).toBe(1)
    await download(app, me)
  })

  test('is one at a time, and replaced by the next one', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    await ask(app, me)
    expect(await app.db.selectFrom('jobs').select('kind').execute()).toEqual([{ kind: 'data-export' }])
    await app.runJobs()
    const first = (await read(app, me)).file.url
    await ask(app, me)
    expect((await app.page(first, { cookie: me.cookie })).status).toBe(404)
    await app.runJobs()
    expect(filesOf(app).length).toBe(1)
    await download(app, me)
  })

  test('is for this person only', async () => {
    const { app, me, organiser } = await makePerson()
    await ask(app, me)
    await app.runJobs()
    const { url } = (await read(app, me)).file
    expect((await app.page(url, { cookie: organiser.cookie })).status).toBe(404)
    expect((await app.page(url)).status).toBe(401)
    expect((await read(app, organiser)).state).toBe('none')
  })

  test('is removed after 7 days', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    await app.runJobs()
    const { url, until } = (await read(app, me)).file
    expect(Date.parse(until)).toBe(app.deps.now() + 7 * day)
    app.setNow(app.deps.now() + 7 * day - 1)
    await sweepExports(app.deps)
    expect((await app.page(url, { cookie: me.cookie })).status).toBe(200)
    app.setNow(app.deps.now() + 2)
    expect((await app.page(url, { cookie: me.cookie })).status).toBe(404)
    expect((await read(app, me)).state).toBe('none')
    await sweepExports(app.deps)
    expect([filesOf(app), await app.db.selectFrom('data_exports').selectAll().execute()]).toEqual([[], []])
  })

  test('goes with the account, also while it is made', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    await app.runJobs()
    await inTransaction(app.db, trx => anonymiseUser(trx, me.id, app.deps.now()))
    await sweepExports(app.deps)
    expect(filesOf(app)).toEqual([])

    const other = await addSigned(app.db)
    await ask(app, other)
    let removal: Promise<void> | undefined
    const remove = () => {
      removal ??= inTransaction(app.db, trx => anonymiseUser(trx, other.id, app.deps.now()))
    }
    const disk = { ...app.deps.disk, reserve: () => ({ consume: remove, [Symbol.dispose]() {} }) }
    await new JobQueue(app.deps, jobKinds({ ...app.deps, disk })).drain()
    await removal
    await sweepExports(app.deps)
    expect([filesOf(app), app.mails.length]).toEqual([[], 1])
  })

  test('says that the disk is full, and works again when there is room', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    const disk = makeDiskSpace({ minFreeMb: 100 }, () => ({ device: 1, free: 101 * 1024 * 1024 }))
    await new JobQueue(app.deps, jobKinds({ ...app.deps, disk })).drain()
    expect(await read(app, me)).toMatchObject({ state: 'failed', diskFull: true, file: null })
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Your data could not be prepared'])
    expect(app.mails[0]?.text).toContain('disk is nearly full')
    expect(filesOf(app)).toEqual([])
    await ask(app, me)
    await app.runJobs()
    await download(app, me)
  })

  test('reports a file that cannot be read, after retries', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    const storage = {
      ...app.deps.videos.storage,
      read: async () => {
        throw new Error('the bucket is away')
      },
    }
    const brokenDeps = { ...app.deps, videos: { ...app.deps.videos, storage } }
    for (let attempt = 0; attempt < 6; attempt++) {
      await new JobQueue(app.deps, jobKinds(brokenDeps)).drain()
      app.setNow(app.deps.now() + 3_600_000)
    }
    expect(await read(app, me)).toMatchObject({ state: 'failed', diskFull: false })
    expect(filesOf(app)).toEqual([])
  })

  test('reads long lists in parts', async () => {
    const app = await makeMediaApp()
    const me = await addSigned(app.db)
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      user_id: me.id,
      kind: 'boat' as const,
      subject_id: newId<'boat'>(),
      muted: 0 as const,
      created_at: index,
    }))
    await addRows(app.db, 'follows', ...rows)
    await ask(app, me)
    await app.runJobs()
    const { data } = await download(app, me)
    const ids = data.follows.map(({ subjectId }: { subjectId: string }) => subjectId)
    expect(new Set(ids)).toEqual(new Set(rows.map(row => row.subject_id as string)))
    expect(ids.length).toBe(1203)
  })

  test('reads rows in parts that only several columns together tell apart', async () => {
    const app = await makeMediaApp()
    const { organiser, tournament } = await addScene(app.db)
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      tournament_id: tournament,
      number: index + 1,
      rules: null,
      reason: `Change ${index + 1}`,
      set_by: organiser.id,
      set_at: 1,
    }))
    await addRows(app.db, 'tournament_rules', ...rows)
    await ask(app, organiser)
    await app.runJobs()
    const { data } = await download(app, organiser)
    const reasons = data.rules.map(({ reason }: { reason: string }) => reason)
    expect(reasons).toEqual(rows.map(({ reason }) => reason))
  })

  test('a request whose job was lost can be repeated after a day', async () => {
    const { app, me } = await makePerson()
    await ask(app, me)
    await removeJobs(app.db)
    app.setNow(app.deps.now() + day)
    expect((await read(app, me)).state).toBe('failed')
    await ask(app, me)
    await app.runJobs()
    expect((await read(app, me)).state).toBe('ready')
  })
})
