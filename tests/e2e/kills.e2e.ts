import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UploadSlot } from '#contract/videos/crew-videos.ts'
import { clip, hashOf, padFile } from '../support/media.ts'
import { makeRandom } from '../support/random.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { type Crew, joinCrew, offsetOf, patch } from '../support/server-videos.ts'
import { until } from '../support/until.ts'
import { filesBelow } from '../support/uploads.ts'

/** `KILL_SEED=123 bun test ./tests/e2e/kills.e2e.ts` repeats a run. */
setDefaultTimeout(300_000)

const times = Number(process.env.KILL_ROUNDS ?? 3)
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))
const random = makeRandom(seed)

let server: ServerProcess
let crew: Crew
let isRunning = true

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  crew = await joinCrew(server.origin)
})
// A test that ended in between must not fail the next.
beforeEach(async () => {
  if (!isRunning) await server.start()
  isRunning = true
})
afterAll(() => server.remove())

const part = 1_048_576

/** Sends chunks until done or the server dies. @returns bytes acknowledged */
async function send(slot: UploadSlot, bytes: Uint8Array<ArrayBuffer>, from: number): Promise<number> {
  let offset = from
  while (offset < bytes.length) {
    const response = await patch(slot.uploadUrl, offset, bytes.slice(offset, offset + part)).catch(() => null)
    if (response === null) return offset
    expect(response.status).toBe(204)
    offset = Number(response.headers.get('upload-offset'))
  }
  return offset
}

async function killAfter(milliseconds: number): Promise<void> {
  await Bun.sleep(milliseconds)
  await server.kill()
  isRunning = false
  // The kernel kills them with the server (`sandbox.ts`), as soon as it finds time.
  await until(() => helpers().length === 0)
  await server.start()
  isRunning = true
}

/** Running ffprobe and ffmpeg processes of this server. */
function helpers(): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(server.dataDir) ? [command] : []
      } catch {
        return []
      }
    })
}

/** Ignores jobs scheduled for later. */
async function jobsDone(): Promise<void> {
  const database = new Database(join(server.dataDir, 'db', 'reelstake.sqlite'), { readonly: true })
  const open = database.query<{ count: number }, []>(
    `select count(*) as count from jobs where state = 'waiting' and kind in ('video-prepare', 'video-convert', 'video-files')`,
  )
  await until(() => open.get()?.count === 0)
  const failedJobs = database.query(`select * from jobs where state = 'failed'`).all()
  database.close()
  expect(failedJobs).toEqual([])
}

const videoFiles = () => filesBelow(join(server.dataDir, 'uploads', 'videos'))

async function expectNoOrphans(ids: readonly string[]): Promise<void> {
  // Swept two seconds after a start.
  const scratch = () => videoFiles().filter(name => name.startsWith('scratch/'))
  await until(() => scratch().length === 0)
  const fileNames = ids.flatMap(id =>
    ['h264', 'original', 'poster', 'web'].map(name => `stored/${id}/${name}`),
  )
  expect(videoFiles().filter(name => !fileNames.includes(name))).toEqual([])
}

const all: string[] = []

describe(`SIGKILL, ${times} times each, KILL_SEED=${seed}`, () => {
  test('during a PATCH: the server keeps every acknowledged byte, and the upload resumes', async () => {
    const film = await padFile(clip({ seconds: 12, kind: 'mp4' }), 24 * part)
    const hash = await hashOf(new Blob([film]))
    for (let n = 0; n < times; n++) {
      const slot = await crew.slot(film.length)
      const sending = send(slot, film, 0)
      await killAfter(random() * 120)
      const acknowledgedOffset = await sending
      const offset = await offsetOf(slot)
      expect(offset).toBeGreaterThanOrEqual(acknowledgedOffset)
      await send(slot, film, offset)
      expect((await crew.complete(slot.videoId)).status).toBe(200)
      const original = join(server.dataDir, 'uploads', 'videos', 'stored', slot.videoId, 'original')
      expect(await hashOf(original)).toBe(hash)
      all.push(slot.videoId)
    }
  })

  test('during the probe: a repeated request accepts the video once, with its jobs', async () => {
    const bytes = await Bun.file(clip({ seconds: 12 })).bytes()
    for (let n = 0; n < times; n++) {
      const slot = await crew.slot(bytes.length)
      await send(slot, bytes, 0)
      const first = crew.complete(slot.videoId).catch(() => null)
      await killAfter(random() * 160)
      await first
      const done = await crew.complete(slot.videoId)
      expect(done.status).toBe(200)
      all.push(slot.videoId)
    }
  })

  test('during a rendition: the server makes it after the restart and leaves no partial file', async () => {
    const bytes = await Bun.file(clip({ seconds: 12, size: '640x480' })).bytes()
    for (let n = 0; n < times; n++) {
      const slot = await crew.slot(bytes.length)
      await send(slot, bytes, 0)
      expect((await crew.complete(slot.videoId)).status).toBe(200)
      all.push(slot.videoId)
      await killAfter(random() * 2500)
    }
    await jobsDone()
    for (const id of all) {
      const video = await crew.read(id)
      expect(video).toMatchObject({ status: 'ready', reason: null })
      expect(video.thumbnailUrl).not.toBeNull()
    }
    // A start sweeps files from before it: what a killed ffmpeg leaves may be written after the next start.
    await killAfter(0)
    await expectNoOrphans(all)
    const files = videoFiles()
    for (const id of all.slice(-2 * times)) expect(files).toContain(`stored/${id}/h264`)
    expect(new Set(all).size).toBe(3 * times)
  })
})
