import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { restore } from '#server/site/backups/restore-backup.ts'
import { testOrigin } from '../../tests/support/app.ts'
import { addSigned } from '../../tests/support/factories.ts'
import { clip } from '../../tests/support/media.ts'
import {
  addVideo,
  askSlot,
  makeMediaApp,
  put,
  removeDisks,
  slotOf,
  tus,
} from '../../tests/support/uploads.ts'
import { openDatabase } from './db/sqlite/open.ts'
import { type Disk, DiskFullError, diskOf, makeDiskSpace } from './disk-space.ts'
import { backUp } from './site/backups/write-archive.ts'

const megabyte = 1024 * 1024
const directories: string[] = []
afterAll(() => {
  removeDisks()
  for (const directory of directories) rmSync(directory, { recursive: true })
})

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-space-'))
  directories.push(directory)
  return directory
}

/** MIN_FREE_MB is 100. */
function disk(freeMb: number) {
  const state: Disk = { device: 1, free: freeMb * megabyte }
  return { state, space: makeDiskSpace({ minFreeMb: 100 }, () => ({ ...state })) }
}

describe('the free-space check', () => {
  test('refuses a write that would leave less than MIN_FREE_MB: 507 for the client, figures in the log', () => {
    const { space } = disk(150)
    space.require('/data/file', 50 * megabyte)
    const attempt = () => space.require('/data/file', 50 * megabyte + 1)
    expect(attempt).toThrow(DiskFullError)
    expect(attempt).toThrow('The server’s disk is nearly full')
    try {
      attempt()
    } catch (error) {
      expect(error).toMatchObject({
        status: 507,
        details:
          '/data/file: 50.0 MB needed, 150.0 MB free, of which 100 MB are reserved for the database (MIN_FREE_MB)',
      })
    }
  })

  test('reserves the remaining bytes of an upload in progress, and frees them when it ends', () => {
    const { space, state } = disk(700)
    {
      using upload = space.reserve('/data/upload', 500 * megabyte)
      expect(() => space.require('/data/file', 101 * megabyte)).toThrow(DiskFullError)
      space.require('/data/file', 100 * megabyte)
      state.free -= 200 * megabyte
      upload.consume(200 * megabyte)
      expect(() => space.require('/data/file', 101 * megabyte)).toThrow(DiskFullError)
      space.require('/data/file', 100 * megabyte)
    }
    space.require('/data/file', 400 * megabyte)
  })

  test('stops an upload in progress once another process has filled the disk', () => {
    const { space, state } = disk(700)
    using upload = space.reserve('/data/upload', 500 * megabyte)
    state.free = 99 * megabyte
    expect(() => upload.consume(9 * megabyte)).toThrow(DiskFullError)
  })

  test('counts each disk separately', () => {
    const space = makeDiskSpace({ minFreeMb: 100 }, path => ({
      device: path === '/usb' ? 2 : 1,
      free: 200 * megabyte,
    }))
    using _upload = space.reserve('/data', 100 * megabyte)
    expect(() => space.require('/data', 1)).toThrow(DiskFullError)
    space.require('/usb', 100 * megabyte)
  })

  test('checks the disk of the nearest existing directory', () => {
    const directory = temporary()
    expect(diskOf(join(directory, 'not', 'there')).device).toBe(diskOf(directory).device)
  })
})

describe('on a disk with less than MIN_FREE_MB', () => {
  /** The disk is full from `fill` on. */
  async function site() {
    const app = await makeMediaApp()
    const me = await addSigned(app.db)
    let free = 1000 * megabyte
    Object.assign(
      app.deps.disk,
      makeDiskSpace({ minFreeMb: 100 }, () => ({ device: 1, free })),
    )
    return { app, me, fill: () => (free = 100 * megabyte), clear: () => (free = 1000 * megabyte) }
  }

  test('PUT and PATCH of a video answer 507 before storing a byte, and succeed once there is space', async () => {
    const { app, me, fill, clear } = await site()
    const file = Bun.file(clip({ seconds: 10 }))
    const { uploadUrl } = await slotOf(app, me.cookie, { sizeBytes: file.size })
    fill()
    const putResponse = await put(app, uploadUrl, file)
    expect([putResponse.status, (await putResponse.json()).error]).toEqual([507, 'no_room'])
    const patchResponse = await tus(app, 'PATCH', uploadUrl, { 'upload-offset': '0' }, file)
    expect([patchResponse.status, (await patchResponse.json()).error]).toEqual([507, 'no_room'])
    expect((await tus(app, 'HEAD', uploadUrl)).headers.get('upload-offset')).toBe('0')
    clear()
    expect((await tus(app, 'PATCH', uploadUrl, { 'upload-offset': '0' }, file)).status).toBe(204)
  })

  test('upload slots without bytes reserve no space: twenty of them do not block other accounts', async () => {
    const app = await makeMediaApp({ VIDEO_QUOTA_MB: '100000' })
    Object.assign(
      app.deps.disk,
      makeDiskSpace({ minFreeMb: 100 }, () => ({ device: 1, free: 700 * megabyte })),
    )
    const [idle, other] = [await addSigned(app.db), await addSigned(app.db)]
    const sizeBytes = 512 * megabyte
    for (let slot = 0; slot < 19; slot++) await slotOf(app, idle.cookie, { sizeBytes })
    await slotOf(app, other.cookie, { sizeBytes })
    using _upload = app.deps.disk.reserve(app.deps.env.dataDir, 100 * megabyte)
    const response = await askSlot(app, other.cookie, { sizeBytes })
    expect([response.status, (await response.json()).error]).toEqual([507, 'no_room'])
  })

  test('POST /api/images answers 507 and leaves no file', async () => {
    const { app, me, fill } = await site()
    fill()
    const create = { width: 64, height: 64, channels: 3, background: '#124' } as const
    const body = new Uint8Array(await sharp({ create }).png().toBuffer())
    const headers = { cookie: me.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' }
    const response = await app.app.request(`${testOrigin}/api/images`, { method: 'POST', body, headers })
    expect([response.status, (await response.json()).error]).toEqual([507, 'no_room'])
    expect(await app.db.selectFrom('images').select('id').execute()).toEqual([])
  })

  test('renditions and posters wait until there is space', async () => {
    const { app, me, fill, clear } = await site()
    const id = await addVideo(app, me.cookie)
    fill()
    await app.runJobs()
    const readVideo = () =>
      app.db
        .selectFrom('crew_videos')
        .select(['refusal', 'has_web', 'has_h264', 'has_poster'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await readVideo()).toEqual({ refusal: null, has_web: 0, has_h264: 0, has_poster: 0 })
    expect(app.files()).toEqual([`stored/${id}/original`])
    clear()
    app.setNow(Date.now() + 60_000)
    await app.runJobs()
    expect(await readVideo()).toEqual({ refusal: null, has_web: 1, has_h264: 1, has_poster: 1 })
  })

  test('a restore is refused in one line and changes nothing', async () => {
    const from = temporary()
    mkdirSync(join(from, 'db'))
    openDatabase(join(from, 'db', 'reelstake.sqlite')).close()
    const file = join(temporary(), 'backup.tar.gz')
    await backUp({ dataDir: from, file, now: new Date() })
    const dataDir = temporary()
    const attempt = restore({ dataDir, file, force: false, now: new Date(), minFreeMb: 1_000_000_000 })
    expect(await attempt.catch(error => error.message)).toMatch(
      /^Not enough disk space for the restored data\. .* MB needed, .* MB free, of which 1000000000 MB are reserved for the database \(MIN_FREE_MB\)\. Nothing was changed\. Free some space and restore again\.$/,
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a backup is refused in one line and leaves no file', async () => {
    const dataDir = temporary()
    mkdirSync(join(dataDir, 'db'))
    openDatabase(join(dataDir, 'db', 'reelstake.sqlite')).close()
    const target = temporary()
    const attempt = backUp({
      dataDir,
      file: join(target, 'backup.tar.gz'),
      now: new Date(),
      minFreeMb: 1_000_000_000,
    })
    expect(await attempt.catch(error => error.message)).toMatch(
      /^Not enough disk space for the backup\. .* MB needed, .* MB free, of which 1000000000 MB are reserved for the database \(MIN_FREE_MB\)\. Free some space, or name a file on another disk\.$/,
    )
    expect(readdirSync(target)).toEqual([])
  })
})
