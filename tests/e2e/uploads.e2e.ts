import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { Upload, type UploadOptions } from 'tus-js-client'
import type { CompletedVideo, CrewVideo } from '#contract/videos/crew-videos.ts'
import { mediaLinks } from '#server/videos/crew-videos/playback/media-links.rules.ts'
import { type Site, startSite } from '../support/browser.ts'
import { type FlakyProxy, flakyProxy } from '../support/flaky-proxy.ts'
import { clip, hashOf, makeMedia, padFile } from '../support/media.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { type Crew, joinCrew, offsetOf, patch } from '../support/server-videos.ts'
import { until } from '../support/until.ts'

setDefaultTimeout(180_000)

const megabyte = 1024 * 1024
const chunkSize = 2 * megabyte
/** Delays of the crew app. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]

let server: ServerProcess
let crew: Crew
let film: Uint8Array<ArrayBuffer>
const proxies: FlakyProxy[] = []

beforeAll(async () => {
  // ffmpeg would rewrite files before their bytes are compared.
  server = await startServer({ FFMPEG_PATH: 'off' })
  crew = await joinCrew(server.origin)
  film = await padFile(clip({ seconds: 12, kind: 'mp4' }), 40 * megabyte)
})
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.stop()
})
afterAll(() => server.remove())

function through(options: Partial<Parameters<typeof flakyProxy>[0]>): FlakyProxy {
  const proxy = flakyProxy({ target: `127.0.0.1:${server.port}`, ...options })
  proxies.push(proxy)
  return proxy
}

async function expectTaken(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const done = await crew.complete(id)
  expect(done.status).toBe(200)
  const { video_url }: CompletedVideo = await done.json()
  const response = await fetch(server.origin + (video_url ?? '').replace(/\/(web|h264)\?/, '/original?'))
  expect(response.status).toBe(200)
  expect(await hashOf(await response.blob())).toBe(await hashOf(new Blob([bytes])))
}

function upload(bytes: Uint8Array<ArrayBuffer>, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const sending: Upload = new Upload(Buffer.from(bytes.buffer), {
      retryDelays,
      chunkSize,
      onError: reject,
      onSuccess: () => resolve(sending),
      ...options,
    })
    sending.start()
  })
}

const over = (proxy: FlakyProxy, url: string) =>
  url.replace(`127.0.0.1:${server.port}`, `127.0.0.1:${proxy.port}`)

describe('standard clients', () => {
  test('tus-js-client against /files, with metadata and without a slot', async () => {
    const bytes = film.slice(0, 5 * megabyte)
    const { url } = await upload(bytes, {
      endpoint: `${server.origin}/files`,
      headers: { cookie: crew.headers.cookie ?? '', 'sec-fetch-site': 'same-origin' },
      metadata: { filename: 'dock.mp4', filetype: 'video/mp4', durationSec: '12' },
    })
    const id = url?.split('/').at(-1) ?? ''
    const video = await crew.read(id)
    expect([video.receivedBytes, video.sizeBytes]).toEqual([bytes.length, bytes.length])
  })

  test('tus-js-client with a slot’s address and token, without a session', async () => {
    const slot = await crew.slot(film.length)
    await upload(film, { uploadUrl: slot.uploadUrl })
    await expectTaken(slot.videoId, film)
  })

  test('curl -T with a slot’s address', async () => {
    const path = clip({ seconds: 10 })
    const slot = await crew.slot(Bun.file(path).size)
    const curl = Bun.spawnSync(['curl', '-sf', '-T', path, slot.uploadUrl])
    expect(curl.exitCode).toBe(0)
    await expectTaken(slot.videoId, await Bun.file(path).bytes())
  })
})

describe('a bad link', () => {
  test('40 MB over ten resets arrive unchanged, with at most a tenth sent twice', async () => {
    // A cut loses rate × delay.
    const proxy = through({ rate: 5e6, latency: 5, cutEvery: 3.9e6, cuts: 10 })
    const slot = await crew.slot(film.length)
    await upload(film, { uploadUrl: over(proxy, slot.uploadUrl), retryDelays: Array(20).fill(50) })
    const { cuts, up } = proxy.stats()
    expect(cuts).toBe(10)
    expect(up / film.length).toBeLessThanOrEqual(1.1)
    await expectTaken(slot.videoId, film)
  })

  test('an outage of 30 seconds loses nothing, and the upload resumes', async () => {
    const proxy = through({ rate: 20e6, cutEvery: 8e6, cuts: 1, blackout: 30_000 })
    const slot = await crew.slot(film.length)
    await upload(film, { uploadUrl: over(proxy, slot.uploadUrl) })
    expect(proxy.stats().up / film.length).toBeLessThanOrEqual(1.1)
    await expectTaken(slot.videoId, film)
  })

  test('a silent hang: HEAD answers while the stalled request holds the upload, and its bytes stay', async () => {
    const proxy = through({ rate: 20e6, mode: 'hang' })
    const slot = await crew.slot(film.length)
    const dead = new AbortController()
    const hanging = patch(over(proxy, slot.uploadUrl), 0, film, { signal: dead.signal }).catch(() => null)
    await until(() => proxy.stats().up >= 4e6, 5)
    proxy.cut()
    expect(await offsetOf(slot)).toBeGreaterThan(3e6)
    await upload(film, { uploadUrl: slot.uploadUrl })
    await expectTaken(slot.videoId, film)
    dead.abort()
    await hanging
  })

  test('two simultaneous requests at one offset: one writes, the other gets 409', async () => {
    const slot = await crew.slot(film.length)
    const send = () =>
      patch(slot.uploadUrl, 0, film).then(
        response => response.status,
        () => 0,
      )
    const statuses = await Promise.all([send(), send()])
    expect(statuses).toContain(409)
    expect(statuses.filter(status => status === 204).length).toBeLessThanOrEqual(1)
    await upload(film, { uploadUrl: slot.uploadUrl })
    await expectTaken(slot.videoId, film)
  })

  test('an upload continues in its slot after the server is killed, and makes one video', async () => {
    const proxy = through({ rate: 15e6 })
    const key = crypto.randomUUID()
    const slot = await crew.slot(film.length, { 'idempotency-key': key })
    const sending = upload(film, { uploadUrl: over(proxy, slot.uploadUrl), retryDelays: Array(60).fill(250) })
    await until(() => proxy.stats().up >= 10e6, 5)
    await server.kill()
    await server.start()
    await sending
    expect(proxy.stats().up / film.length).toBeLessThanOrEqual(1.1)
    expect((await crew.slot(film.length, { 'idempotency-key': key })).videoId).toBe(slot.videoId)
    await expectTaken(slot.videoId, film)
  })
})

describe('in Chromium', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ env: { MIN_FREE_MB: '0' } })
  })
  afterAll(() => site.stop())

  async function uppyScript(): Promise<string> {
    const entry = join(import.meta.dir, '../support/uppy-page.ts')
    const build = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'iife', minify: true })
    return (await build.outputs[0]?.text()) ?? ''
  }

  /** Plays a link: duration, size, and position after a seek to 83 %. */
  const play = (page: Page, url: string) =>
    page.evaluate(async src => {
      const video = document.createElement('video')
      video.muted = true
      video.src = src
      await new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve, { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'no video')), {
          once: true,
        })
      })
      const { duration, videoWidth: width, videoHeight: height } = video
      const sought = new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = duration * 0.83
      await sought
      return { duration, width, height, at: video.currentTime / duration }
    }, url)

  const read = (page: Page, id: string): Promise<CrewVideo> =>
    page.evaluate(async path => (await fetch(path)).json(), `/api/crew/videos/${id}`)

  test('a MediaRecorder file sent by Uppy has a duration, can seek, and has a poster', async () => {
    const page = await site.open('/', { signedIn: true })
    await page.evaluate(await uppyScript())
    const id = await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
      const context = canvas.getContext('2d')
      let frame = 0
      const painting = setInterval(() => {
        if (!context) return
        frame += 1
        context.fillStyle = `hsl(${frame % 360} 80% 50%)`
        context.fillRect(0, 0, 320, 240)
      }, 33)
      const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' })
      const slices: Blob[] = []
      recorder.addEventListener('dataavailable', ({ data }) => slices.push(data))
      const stopEvent = new Promise(resolve => recorder.addEventListener('stop', resolve, { once: true }))
      recorder.start(1000)
      await new Promise(resolve => setTimeout(resolve, 10_500))
      recorder.stop()
      await stopEvent
      clearInterval(painting)
      return window.sendByUppy(new Blob(slices, { type: 'video/webm' }))
    })
    await site.runJobs()
    const video = await read(page, id)
    expect(video).toMatchObject({ status: 'ready' })
    expect(video.durationSec).toBeGreaterThan(9.5)
    for (const url of [video.videoUrl ?? '', webLink(id)]) {
      const playback = await play(page, url)
      expect(Number.isFinite(playback.duration)).toBe(true)
      expect(playback.at).toBeCloseTo(0.83, 1)
    }
    const poster = await page.evaluate(async url => (await fetch(url)).status, video.thumbnailUrl ?? '')
    expect(poster).toBe(200)
  })

  /** Pages get no link to the WebM once an MP4 exists. */
  const webLink = (id: string) => mediaLinks(site.deps.keys).linkTo(id, 'web', site.deps.now())

  test('a phone’s rotated HEVC plays upright', async () => {
    const lying = clip({ seconds: 10, kind: 'mov', size: '320x180' })
    const path = makeMedia('mov', [
      '-i',
      lying,
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
      '-tag:v',
      'hvc1',
    ])
    const page = await site.open('/', { signedIn: true })
    const bytes = Buffer.from(await Bun.file(path).bytes()).toString('base64')
    await page.evaluate(await uppyScript())
    const id = await page.evaluate(async base64 => {
      const raw = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
      return window.sendByUppy(new Blob([raw], { type: 'video/quicktime' }))
    }, bytes)
    expect(await read(page, id)).toMatchObject({ status: 'processing', videoUrl: null })
    await site.runJobs()
    const { videoUrl } = await read(page, id)
    expect(await play(page, videoUrl ?? '')).toMatchObject({ width: 180, height: 320 })
  })
})
