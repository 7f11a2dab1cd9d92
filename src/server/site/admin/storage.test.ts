import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AdminStorage } from '#contract/site/admin.ts'
import { day } from '#contract/time.ts'
import { addOwner } from '../../../../tests/support/factories.ts'
import { addVideoRow } from '../../../../tests/support/posts.ts'
import { makeMediaApp, removeDisks } from '../../../../tests/support/uploads.ts'

const backups = mkdtempSync(join(tmpdir(), 'reelstake-storage-'))
afterAll(() => {
  removeDisks()
  rmSync(backups, { recursive: true, force: true })
})

function write(path: string, bytes: number): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x'.repeat(bytes))
}

async function makeApp(env: Record<string, string> = {}) {
  const app = await makeMediaApp(env)
  app.setNow(Date.now())
  const { cookie } = await addOwner(app.db)
  const read = async () => {
    const answer: AdminStorage = await (await app.page('/api/admin/storage', { cookie })).json()
    return Object.fromEntries(answer.kinds.map(({ id, files, bytes }) => [id, [files, bytes]]))
  }
  return { app, read, at: (name: string) => join(app.deps.env.dataDir, name) }
}

test('the storage counts renditions, backups, outbox, archives and copies of the database', async () => {
  const { app, read, at } = await makeApp({ BACKUP_TO: backups })
  const video = await addVideoRow(app.db, { size_bytes: 500 })
  await addVideoRow(app.db, { size_bytes: 999, status: 'failed', refusal: 'No' })
  write(at(`uploads/videos/stored/${video}/web`), 400)
  write(at(`uploads/videos/stored/${video}/h264`), 300)
  write(at('uploads/videos/incoming/a'), 20)
  write(at('db/reelstake.sqlite'), 5000)
  write(at('db/reelstake.sqlite.before-migration-2026-11-22T10-00-00'), 4000)
  write(at('db.before-restore-1/db/reelstake.sqlite'), 3000)
  write(at('db/outbox/a.eml'), 70)
  write(at('db/exports/a.zip'), 60)
  write(join(backups, 'parts/a'), 50)
  write(join(backups, 'b'), 5)
  const first = await read()
  expect(first).toEqual({
    videos: [1, 500],
    'old-videos': [0, 0],
    pictures: [0, 0],
    'video-files': [3, 720],
    database: [null, 5000],
    journal: [null, 0],
    copies: [2, 7000],
    backups: [2, 55],
    outbox: [1, 70],
    exports: [1, 60],
  })
  // Walked at most every ten minutes.
  write(at('db/outbox/b.eml'), 30)
  expect((await read()).outbox).toEqual([1, 70])
  app.setNow(app.deps.now() + 600_000)
  expect((await read()).outbox).toEqual([2, 100])
})

test('the storage tells how many videos KEEP_VIDEO_DAYS deletes in the next 30 days, or could delete', async () => {
  for (const [keep, expected] of [
    ['365', [2, 300]],
    ['0', [1, 100]],
  ] as const) {
    const { app, read } = await makeApp({ KEEP_VIDEO_DAYS: keep })
    const now = app.deps.now()
    await addVideoRow(app.db, { size_bytes: 100, created_at: now - 366 * day })
    await addVideoRow(app.db, { size_bytes: 200, created_at: now - 340 * day })
    await addVideoRow(app.db, { size_bytes: 400, created_at: now - 330 * day })
    expect((await read())['old-videos']).toEqual([...expected])
  }
})
